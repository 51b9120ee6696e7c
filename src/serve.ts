import { inspect } from 'node:util';
import { readConfig } from './config.js';
import { createLogger } from './log.js';
import { OperatorError } from './operator-error.js';
import { signalToStop } from './signal-to-stop.js';
import { Teardown } from './teardown.js';

/** Runs the service until a signal, and ends the process: with 1 and one sentence when it could not go on, else with 0. */
export async function serve(): Promise<void> {
  const teardown = new Teardown();
  let exitCode = 0;
  const report = (error: unknown): void => {
    exitCode = 1;
    process.stderr.write(`${error instanceof OperatorError ? error.message : inspect(error)}\n`);
  };
  await runUntilSignal(teardown).catch(report);
  await teardown.run().catch(report);
  process.exit(exitCode);
}

async function runUntilSignal(teardown: Teardown): Promise<void> {
  const config = readConfig();
  const log = createLogger(config);
  const stopping = signalToStop(log);
  const stopped = new Promise((resolve) => stopping.addEventListener('abort', resolve));
  const failure = Promise.withResolvers<never>();
  // What takes care of workers has nothing of what they load.
  const start =
    config.workers === 1
      ? (await import('./single-process.js')).startSingleProcess
      : (await import('./workers/primary.js')).startPrimary;
  try {
    const started = start({ config, log, teardown, stopping, fail: failure.reject });
    await Promise.race([started.then(() => stopped), failure.promise]);
  } catch (error) {
    // Told to stop while starting: what has been opened is closed like that of a running service.
    if (stopping.aborted) return;
    throw error;
  }
}
