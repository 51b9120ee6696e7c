/** Process entry of the operator's command line. */
import { requireNodeVersion } from '../node-version.js';

requireNodeVersion();
const { runCommand } = await import('./program.js');
await runCommand();
