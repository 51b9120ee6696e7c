import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { configurationWarnings, readConfig } from '../config/config.js';
import { degradations } from '../config/degradations.js';
import { createLogger } from '../telemetry/log/log.js';
import { OperatorError } from '../config/operator-error.js';
import { signalToStop, Cleanup, drainOnUncaughtException } from './composition/lifecycle.js';

/** Time limits for an interrupted startup: to return, and then to release its resources. */
const STARTUP_GRACE_MS = 4_000;
const CLEANUP_MS = 10_000;

/** Runs the service until a signal, then exits: with 0 on success, with 1 and an error message on failure. */
export async function serve(): Promise<void> {
  const cleanup = new Cleanup();
  let exitCode = 0;
  const report = (error: unknown): void => {
    exitCode = 1;
    process.stderr.write(`${error instanceof OperatorError ? error.message : inspect(error)}\n`);
  };
  const isStarting = await runUntilSignal(cleanup, () => (exitCode = 1)).catch(report);
  const undone = cleanup.run().catch(report);
  // The cleanup may block on the same operation as the startup.
  await (isStarting ? Promise.race([undone, sleep(CLEANUP_MS)]) : undone);
  if (isStarting) killIfBlocked();
  process.exit(exitCode);
}

/**
 * @param failed called on an uncaught exception, possibly after the signal
 * @returns whether the startup is still in progress after the signal
 */
async function runUntilSignal(cleanup: Cleanup, failed: () => void): Promise<boolean> {
  const config = readConfig();
  const log = createLogger(config);
  for (const warning of [...configurationWarnings(), ...degradations(config)]) log.warn(warning);
  const stopping = signalToStop(log);
  const stopped = new Promise((resolve) => stopping.addEventListener('abort', resolve));
  const failure = Promise.withResolvers<never>();
  drainOnUncaughtException(log, (error) => {
    failed();
    failure.reject(error);
  });
  // The primary loads none of the workers' code.
  const start =
    config.workers === 1
      ? (await import('./single-process.js')).startSingleProcess
      : (await import('./cluster/primary.js')).startPrimary;
  try {
    const started = start({ config, log, cleanup, stopping, fail: failure.reject });
    let isStarting = true;
    const runs = started.finally(() => (isStarting = false)).then(() => stopped);
    await Promise.race([runs, failure.promise, stopped.then(() => sleep(STARTUP_GRACE_MS))]);
    return isStarting;
  } catch (error) {
    // A stop during startup is not an error; the caller releases what was opened.
    if (stopping.aborted) return false;
    throw error;
  }
}

/**
 * Node.js waits for file operations before it exits, so one that blocks (a dead network drive) would hang the process.
 */
function killIfBlocked(): void {
  if (!process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))) return;
  process.stderr.write('Startup blocked by a file operation: killing the process.\n');
  process.kill(process.pid, 'SIGKILL');
}
