import type { Logger } from './log.js';

const ALREADY_STOPPING_MS = 1_000;

/** Aborted by the first signal; another one, later than a terminal and npm send theirs together, ends at once. */
export function signalToStop(log: Logger): AbortSignal {
  const controller = new AbortController();
  let stoppingSince = 0;
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      if (Date.now() - stoppingSince > ALREADY_STOPPING_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    log.info(`${name}: finishing what is in flight …`);
    controller.abort();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return controller.signal;
}
