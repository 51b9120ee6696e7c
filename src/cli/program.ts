import { Command } from 'commander';
import { OperatorError } from '../operator-error.js';
import { applicationCommand } from './application.js';
import { demoDataCommand } from './demo-data.js';
import { doctorCommand } from './doctor.js';
import { explain } from './explain.js';
import { importCommand } from './import.js';
import { tokenCommand } from './token.js';
import { usageCommand } from './usage.js';
import { userCommand } from './user.js';

/** The operator's command line: `npm run lectern -- <command>`. */
export async function runCommand(): Promise<void> {
  const program = new Command('lectern')
    .description(
      'Works on the database of DATABASE_URL, or on the embedded one in DATA_DIR; also while the service runs.',
    )
    .addCommand(userCommand())
    .addCommand(applicationCommand())
    .addCommand(tokenCommand())
    .addCommand(usageCommand())
    .addCommand(importCommand())
    .addCommand(doctorCommand())
    .addCommand(demoDataCommand());

  try {
    await program.parseAsync();
  } catch (error) {
    const said = error instanceof OperatorError ? error.message : explain(error);
    if (said === null) throw error;
    process.stderr.write(`${said}\n`);
    process.exitCode = 1;
  }
}
