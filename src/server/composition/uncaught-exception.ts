import type { Logger } from '../../telemetry/log/log.js';
import { OperatorError } from '../../config/operator-error.js';

/** Requests take at most 8 s and jobs 5 s; the embedded PostgreSQL stops after them. */
const DRAIN_WITHIN_MS = 30_000;

/**
 * Drains and exits after an uncaught exception or unhandled rejection, because the process state is unknown.
 *
 * @param drain called once, with the error to report when the process exits
 */
export function drainOnUncaughtException(log: Logger, drain: (error: OperatorError) => void): void {
  let isDraining = false;
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Uncaught exception: finishing requests in progress, then exiting');
    if (isDraining) return;
    isDraining = true;
    setTimeout(() => process.exit(1), DRAIN_WITHIN_MS).unref();
    drain(new OperatorError('Lectern is exiting after an uncaught exception; see the log.', { cause: error }));
  });
}
