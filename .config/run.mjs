// `node .config/run.mjs <program> …`: builds if inputs have changed, then runs the program in this process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuilt } from './build-inputs.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Messages go to standard error, because standard output may be piped. */
async function build() {
  const parameters = ['--disable-warning=ExperimentalWarning', '.config/build.mjs'];
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 2, 2] });
  const forward = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  const [status, signal] = await once(child, 'exit');
  for (const name of SIGNALS) process.off(name, forward);
  if (signal !== null) process.kill(process.pid, signal);
  if (status !== 0) process.exit(status ?? 1);
}

if (!isBuilt()) await build();
const program = resolve(process.argv[2]);
process.argv.splice(1, 2, program);
await import(pathToFileURL(program).href);
