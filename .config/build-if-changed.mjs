import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isBuilt } from './build-inputs.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Builds if inputs have changed; a build that fails ends this process. */
export async function buildIfChanged() {
  if (isBuilt()) return;
  const parameters = ['--disable-warning=ExperimentalWarning', '.config/build.mjs'];
  // Messages go to standard error, because standard output may be piped.
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 2, 2] });
  const forward = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  const [status, signal] = await once(child, 'exit');
  for (const name of SIGNALS) process.off(name, forward);
  if (signal !== null) process.kill(process.pid, signal);
  if (status !== 0) process.exit(status ?? 1);
}
