/** Process entry point of the command line. */
import { requireNodeVersion } from '../config/node-version.js';

requireNodeVersion();
const { runCommand } = await import('./program.js');
await runCommand(process.argv.slice(2));
