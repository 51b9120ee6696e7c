import { Command } from 'commander';
import { OperatorError } from '../operator-error.js';
import { demoDataCommand } from './demo-data.js';
import { doctorCommand } from './doctor.js';
import { tokenCommand } from './token.js';

/** The operator's command line: `npm run lectern -- <command>`. */
export async function runCommand(): Promise<void> {
  const program = new Command('lectern')
    .description(
      'Works on the database of DATABASE_URL, or on the embedded one in DATA_DIR; also while the service runs.',
    )
    .addCommand(tokenCommand())
    .addCommand(doctorCommand())
    .addCommand(demoDataCommand());

  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
