import { Argument, Command } from 'commander';
import type { Context } from '../core/context.js';
import { decideEventCommentReport, decideTalkCommentReport } from '../core/comment/decide-report.js';
import type { ReportDecision } from '../database/entities/comment-report.entity.js';
import { OperatorError } from '../config/operator-error.js';
import { listedReports } from '../core/reads/operator-lists.js';
import { asAdministrator, asOption } from './as-administrator.js';
import { requireConsent, yesOption } from './consent.js';
import { moderateListCommand } from './moderate-list.js';
import { positiveNumber } from './positive-number.js';

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
  return new Command('moderate')
    .description('Moderate reported comments')
    .addCommand(moderateListCommand())
    .addCommand(decideCommand());
}

function decideCommand(): Command {
  return new Command('decide')
    .description('Decide on a reported comment, and on all its reports. Upheld comments stay hidden.')
    .argument('<report>', 'report ID (see moderate list)', positiveNumber)
    .addArgument(new Argument('<decision>', 'whether the report is justified').choices(Object.keys(decisions)))
    .addOption(asOption())
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- moderate decide 3 uphold
  npm run lectern -- moderate decide 4 reject --yes`,
    )
    .action(async (report: number, decision: Decision, { as, yes }: Options) => {
      const { stored, question, done } = decisions[decision];
      await requireConsent(`Report ${report}: ${question}?`, { yes });
      await asAdministrator(as, (context) => decide(context, String(report), stored));
      process.stdout.write(`The comment of report ${report} ${done}.\n`);
    });
}

async function decide(context: Context, id: string, decision: ReportDecision): Promise<void> {
  const [report] = await context.reads.scope.run(listedReports, { id, eventId: null, most: 1 });
  if (!report) throw new OperatorError(`No pending report ${id}: look it up with moderate list.`);
  const { eventCommentId, talkCommentId } = report;
  if (talkCommentId !== null) await decideTalkCommentReport(context, talkCommentId, decision);
  if (eventCommentId !== null) await decideEventCommentReport(context, eventCommentId, decision);
}
