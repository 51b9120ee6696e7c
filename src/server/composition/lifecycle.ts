import type { Config } from '../../config/config.js';
import type { Logger } from '../../telemetry/log/log.js';
import { OperatorError } from '../../config/operator-error.js';

/** The lifecycle of a process: configuration, startup and shutdown. */
export interface Lifecycle {
  readonly config: Config;
  readonly log: Logger;
  /** Register a step for every resource that is opened. */
  readonly cleanup: Cleanup;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
  /** Ends the process with an error. */
  readonly fail: (error: unknown) => void;
}

/** Cleanup steps, run in reverse order of registration. */
export class Cleanup {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Runs every step once. A failing step does not stop the others; rethrows the first failure. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

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

const ALREADY_STOPPING_MS = 1_000;

/** Aborts on the first signal. A later one exits at once, unless within 1 s: a terminal and npm both send the first. */
export function signalToStop(log: Logger): AbortSignal {
  const controller = new AbortController();
  let stoppingSince = 0;
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      if (Date.now() - stoppingSince > ALREADY_STOPPING_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    log.info(`${name}: finishing in-flight requests …`);
    controller.abort();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return controller.signal;
}
