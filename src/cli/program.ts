import { Command, CommanderError } from 'commander';
import { OperatorError } from '../operator-error.js';
import { applicationCommand } from './application.js';
import { configCommand } from './config.js';
import { demoDataCommand } from './demo-data.js';
import { doctorCommand } from './doctor.js';
import { eventCommand } from './event.js';
import { explain } from './explain.js';
import { exportCommand } from './export.js';
import { importCommand } from './import.js';
import { migrateCommand } from './migrate.js';
import { moderateCommand } from './moderate.js';
import { serveCommand } from './serve.js';
import { tokenCommand } from './token.js';
import { usageCommand } from './usage.js';
import { userCommand } from './user.js';

const REFUSED = 1;
const WRONG_USAGE = 2;

/** Every command of `npm run lectern -- <command>`. */
export function createProgram(): Command {
  const program = new Command('lectern')
    .description(
      'Works on the database of DATABASE_URL, or on the embedded one in DATA_DIR; also while the service runs.',
    )
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(userCommand())
    .addCommand(tokenCommand())
    .addCommand(applicationCommand())
    .addCommand(eventCommand())
    .addCommand(moderateCommand())
    .addCommand(importCommand())
    .addCommand(exportCommand())
    .addCommand(doctorCommand())
    .addCommand(usageCommand())
    .addCommand(demoDataCommand())
    .addCommand(configCommand())
    .addHelpText('after', '\nExit codes: 0 done, 1 refused or failed, 2 wrong usage.');
  throwInPlaceOfExit(program);
  return program;
}

/** So that the exit code is chosen here, and what has been opened is closed. */
function throwInPlaceOfExit(command: Command): void {
  command.exitOverride();
  for (const one of command.commands) throwInPlaceOfExit(one);
}

/** The operator's command line. */
export async function runCommand(): Promise<void> {
  try {
    await createProgram().parseAsync();
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

/** Says what there is to say. Commander has said what it found itself. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  const said = error instanceof OperatorError ? error.message : explain(error);
  if (said === null) throw error;
  process.stderr.write(`${said}\n`);
  return REFUSED;
}
