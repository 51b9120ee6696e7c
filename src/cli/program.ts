import { pathToFileURL } from 'node:url';
import { type Command, CommanderError } from 'commander';
import { OperatorError } from '../config/operator-error.js';
import { SERVICE_PROGRAM } from '../config/package-root.js';
import { DomainError, type Problem, type Reason } from '../core/errors.js';
import { isUnavailable } from '../database/sql-state.js';
import { OperatorCommand } from './listing.js';

const FAILURE = 1;
const USAGE_ERROR = 2;

/** Loaded lazily: most commands need the ORM, whose modules take 0.5 s to load. */
const commands = new Map<string, () => Promise<Command>>([
  ['serve', () => Promise.resolve(serveCommand())],
  ['migrate', async () => (await import('./maintenance.js')).migrateCommand()],
  ['user', async () => (await import('./user.js')).userCommand()],
  ['token', async () => (await import('./token.js')).tokenCommand()],
  ['application', async () => (await import('./application.js')).applicationCommand()],
  ['secret-key', async () => (await import('./maintenance.js')).secretKeyCommand()],
  ['mail', async () => (await import('./mail.js')).mailCommand()],
  ['event', async () => (await import('./event.js')).eventCommand()],
  ['moderate', async () => (await import('./moderate.js')).moderateCommand()],
  ['webhook', async () => (await import('./webhook.js')).webhookCommand()],
  ['import', async () => (await import('./import.js')).importCommand()],
  ['export', async () => (await import('./export.js')).exportCommand()],
  ['images', async () => (await import('./images.js')).imagesCommand()],
  ['doctor', async () => (await import('./maintenance.js')).doctorCommand()],
  ['time-zones', async () => (await import('./time-zones.js')).timeZonesCommand()],
  ['usage', async () => (await import('./usage.js')).usageCommand()],
  ['demo-data', async () => (await import('./demo-data.js')).demoDataCommand()],
  ['config', async () => (await import('./config.js')).configCommand()],
]);

/**
 * Creates the program of `npm run lectern -- <command>`.
 *
 * @param args command-line arguments; if the first one names a command, the program has only that command
 */
export async function createProgram(args: readonly string[] = []): Promise<Command> {
  const program = new OperatorCommand('lectern')
    .description('Administer the database (DATABASE_URL, or the embedded one in DATA_DIR). The service may be running.')
    .addHelpText('after', '\nExit codes: 0 success, 1 failure, 2 usage error.');
  const named = commands.get(args[0] ?? '');
  for (const load of named ? [named] : commands.values()) program.addCommand(await load());
  throwInPlaceOfExit(program);
  return program;
}

/** Throws instead of exiting, so that the exit code is chosen here and resources are closed. */
function throwInPlaceOfExit(command: Command): void {
  command.exitOverride();
  for (const one of command.commands) throwInPlaceOfExit(one);
}

/** Runs a command, and sets the exit code of the process. */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

/** Prints the error, unless Commander already has, and returns the exit code. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
  const message = error instanceof OperatorError ? error.message : (explain(error) ?? reportOf(error));
  process.stderr.write(`${message}\n`);
  return FAILURE;
}

/**
 * An error that no sentence explains, with its stack for a report. If it were thrown, Node.js would print its line of
 * the bundle as well, which has up to 80 kB, and members of database errors that contain values of rows.
 */
const reportOf = (error: unknown): string =>
  `Unexpected error. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;

/** The command-line names of the fields. */
const options: Readonly<Record<string, string>> = {
  username: '--username',
  fullName: '--full-name',
  email: '--email',
  password: 'The password',
  name: '--name',
  description: '--description',
  callbackUrl: '--callback-url',
  reason: '--reason',
  byDays: '--days',
  byMinutes: '--minutes',
  newZone: '--zone',
};

const sentences: Readonly<Partial<Record<Reason, string>>> = {
  FIELD_REQUIRED: '{option} must not be empty.',
  TEXT_TOO_LONG: '{option} must not exceed {limit} characters.',
  TEXT_UNREADABLE: '{option} contains characters that cannot be stored.',
  NUMBER_OUT_OF_RANGE: '{option} is out of range.',
  TIME_ZONE_UNKNOWN: '{option} must be an IANA time zone, such as Europe/Amsterdam.',
  SHIFT_AMBIGUOUS: 'Exactly one of --days, --minutes and --zone is required.',
  EMAIL_INVALID: '{option} must be an e-mail address.',
  URL_INVALID: '{option} must be an absolute URL, such as https://example.org/callback.',
  USERNAME_TAKEN: 'Another account uses that username, or one that looks like it.',
  USERNAME_CONFUSABLE: '{option} mixes scripts or contains invisible characters.',
  NAME_RESERVED: '{option} is reserved.',
  EMAIL_TAKEN: 'Another account uses that e-mail address.',
  PASSWORD_TOO_SHORT: 'The password must have at least {limit} characters.',
  PASSWORD_TOO_LONG: 'The password must not exceed {limit} bytes.',
  USER_UNKNOWN: 'No such user: look up the username with user list.',
  LAST_ADMIN_STAYS: 'The last site administrator cannot be removed: create another one first.',
  TOKEN_UNKNOWN: 'No such token: look it up with token list. Nothing was changed.',
  APPLICATION_UNKNOWN: 'No such application: look up its key with application list.',
  EVENT_UNKNOWN: 'No such event: look it up with event list.',
  EVENT_NOT_PENDING: 'The event is not pending: it has already been approved or rejected.',
  EVENT_NOT_APPROVED: 'The event is not approved: only approved events can be cancelled, reinstated or withdrawn.',
  EVENT_NAME_DIFFERS: '--name is not the name of the event. Nothing was deleted.',
  COMMENT_COUNT_DIFFERS:
    'A comment was added or deleted after the export: delete the file and try again. Nothing was deleted.',
  COMMENT_UNKNOWN: 'The comment no longer exists.',
  DELIVERY_UNKNOWN: 'No such delivery: look it up with webhook list <id>. Deliveries are kept for 7 days.',
  WEBHOOK_DISABLED: 'The webhook is disabled: a host or a site administrator can enable it.',
  STORAGE_UNAVAILABLE:
    'The image store failed: check the free space and permissions of DATA_DIR/images, or the bucket of S3_BUCKET.',
};

/** Explains a validation or database error to the operator, one sentence per problem; null for other errors. */
export function explain(error: unknown): string | null {
  if (isUnavailable(error))
    return 'Lost the connection to the database. Partial changes were rolled back: run the same command again.';
  if (!(error instanceof DomainError)) return null;
  const explanations = error.problems.map(sentenceOf);
  const isExplained = explanations.every((sentence) => sentence !== undefined);
  return isExplained ? `${explanations.join(' ')}${causeOf(error)}` : null;
}

/** The cause of a store failure, which its operator has to correct. */
const causeOf = ({ cause }: DomainError): string => (cause instanceof Error ? ` (${cause.message})` : '');

function sentenceOf({ reason, field = '', limit }: Problem): string | undefined {
  return sentences[reason]
    ?.replace('{option}', (Object.hasOwn(options, field) && options[field]) || field)
    .replace('{limit}', String(limit));
}

/** `serve`: runs the service. */
function serveCommand(): Command {
  return new OperatorCommand('serve')
    .description('Run the service until it receives a signal, as npm start does.')
    .examples('PORT=9000 npm run lectern -- serve')
    .action(async () => {
      await import(pathToFileURL(SERVICE_PROGRAM).href);
    });
}
