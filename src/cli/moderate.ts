import { type Command, Argument } from 'commander';
import type { Context } from '../core/context.js';
import { decideEventCommentReport, decideTalkCommentReport } from '../core/comment/report-comment.js';
import type { ReportDecision } from '../database/entities/comment.entity.js';
import { OperatorError } from '../config/operator-error.js';
import { listedReports, type ListedReport } from '../core/reads/operator-lists.js';
import { asAdministrator, asOption } from './as-administrator.js';
import { requireConfirmation, yesOption } from './prompts.js';
import {
  OperatorCommand,
  positiveNumber,
  jsonOption,
  limitOption,
  list,
  shortTime,
  type ListOptions,
  type TextColumn,
} from './listing.js';

const decisions = {
  uphold: { stored: 'UPHELD', question: 'keep the comment hidden', done: 'stays hidden' },
  reject: { stored: 'REJECTED', question: 'show the comment again', done: 'is shown again' },
} as const satisfies Record<string, { stored: ReportDecision; question: string; done: string }>;

type Decision = keyof typeof decisions;

interface Options {
  readonly as?: string;
  readonly yes: boolean;
}

/** `moderate …`: reported comments. */
export function moderateCommand(): Command {
  return new OperatorCommand('moderate')
    .description('Moderate reported comments')
    .addCommand(moderateListCommand())
    .addCommand(decideCommand());
}

function decideCommand(): Command {
  return new OperatorCommand('decide')
    .description('Decide on a reported comment, and on all its reports. Upheld comments stay hidden.')
    .argument('<report>', 'report ID (see moderate list)', positiveNumber)
    .addArgument(new Argument('<decision>', 'whether the report is justified').choices(Object.keys(decisions)))
    .addOption(asOption())
    .addOption(yesOption())
    .examples('npm run lectern -- moderate decide 3 uphold', 'npm run lectern -- moderate decide 4 reject --yes')
    .action(async (report: number, decision: Decision, { as, yes }: Options) => {
      const { stored, question, done } = decisions[decision];
      await requireConfirmation(`Report ${report}: ${question}?`, { yes });
      await asAdministrator(as, (context) => decide(context, String(report), stored));
      process.stdout.write(`The comment of report ${report} ${done}.\n`);
    });
}

async function decide(context: Context, id: string, decision: ReportDecision): Promise<void> {
  const [report] = await context.reads.scope.run(listedReports, { id, eventId: null, limit: 1 });
  if (!report) throw new OperatorError(`No pending report ${id}: look it up with moderate list.`);
  const { eventCommentId, talkCommentId } = report;
  if (talkCommentId !== null) await decideTalkCommentReport(context, talkCommentId, decision);
  if (eventCommentId !== null) await decideEventCommentReport(context, eventCommentId, decision);
}

interface ReportListOptions extends ListOptions {
  readonly event?: number;
}

/** Maximum number of characters of a comment in the table. */
const COMMENT_LENGTH = 60;

const columns: readonly TextColumn<ListedReport>[] = [
  { heading: 'REPORT', isNumber: true, cell: ({ id }) => id },
  { heading: 'EVENT', cell: ({ eventId, event }) => `${eventId} ${event}` },
  { heading: 'TALK', cell: ({ talk }) => talk ?? '-' },
  { heading: 'AUTHOR', cell: ({ author }) => author ?? '-' },
  { heading: 'REPORTED BY', cell: ({ reporter }) => reporter ?? '-' },
  { heading: 'REPORTED (UTC)', cell: ({ reportedAt }) => shortTime(reportedAt) },
  { heading: 'COMMENT', cell: ({ comment }) => shortened(comment) },
];

const shortened = (text: string): string =>
  text.length > COMMENT_LENGTH ? `${text.slice(0, COMMENT_LENGTH - 1)}…` : text;

const reports = { statement: listedReports, columns, emptyText: 'No pending reports.' };

/** `moderate list`: lists pending reports. */
function moderateListCommand(): Command {
  return new OperatorCommand('list')
    .description('List pending reports, oldest first. --json includes the full comments.')
    .option('--event <id>', 'only reports of this event', positiveNumber)
    .addOption(limitOption())
    .addOption(jsonOption())
    .examples(
      'npm run lectern -- moderate list --event 5',
      'npm run --silent lectern -- moderate list --json | jq -r \'.[] | "\\(.id) \\(.comment)"\'',
    )
    .action(async ({ event, ...options }: ReportListOptions) => {
      await list(reports, { eventId: event === undefined ? null : String(event), id: null }, options);
    });
}
