import { Command, CommanderError } from 'commander';
import { OperatorError } from '../config/operator-error.js';
import { explain } from './explain.js';

const FAILURE = 1;
const USAGE_ERROR = 2;

/** Loaded lazily: most commands need the ORM, whose modules take 0.5 s to load. */
const commands = new Map<string, () => Promise<Command>>([
  ['serve', async () => (await import('./serve.js')).serveCommand()],
  ['migrate', async () => (await import('./migrate.js')).migrateCommand()],
  ['user', async () => (await import('./user.js')).userCommand()],
  ['token', async () => (await import('./token.js')).tokenCommand()],
  ['application', async () => (await import('./application.js')).applicationCommand()],
  ['secret-key', async () => (await import('./secret-key.js')).secretKeyCommand()],
  ['mail', async () => (await import('./mail.js')).mailCommand()],
  ['event', async () => (await import('./event.js')).eventCommand()],
  ['moderate', async () => (await import('./moderate.js')).moderateCommand()],
  ['import', async () => (await import('./import.js')).importCommand()],
  ['export', async () => (await import('./export.js')).exportCommand()],
  ['doctor', async () => (await import('./doctor.js')).doctorCommand()],
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
  const program = new Command('lectern')
    .description(
      'Administer the database at DATABASE_URL, or the embedded one in DATA_DIR, also while the service runs.',
    )
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

/** Runs the operator's command line. */
export async function runCommand(): Promise<void> {
  try {
    const program = await createProgram(process.argv.slice(2));
    await program.parseAsync();
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

/** Prints the error, unless Commander already has, and returns the exit code. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
  const message = error instanceof OperatorError ? error.message : explain(error);
  if (message === null) throw error;
  process.stderr.write(`${message}\n`);
  return FAILURE;
}
