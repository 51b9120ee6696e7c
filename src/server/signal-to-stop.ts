import type { Logger } from '../telemetry/log/log.js';

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
