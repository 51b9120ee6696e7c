import type { Logger } from '../../telemetry/log/log.js';

/** Flushes buffered data periodically and at shutdown. */
export interface PeriodicFlush {
  readonly start: () => void;
  /** Stops the timer and flushes what is still buffered. Does not fail when the database is unavailable. */
  readonly stop: () => Promise<void>;
}

export interface PeriodicFlushOptions {
  /** Flushes everything. On failure it retains what it could not write. */
  readonly write: () => Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly messages: { readonly failed: string; readonly recovered: string };
  /** Defaults to 60 s. */
  readonly intervalMs?: number | undefined;
}

const INTERVAL_MS = 60_000;

/** Runs at most one flush at a time. */
export function createPeriodicFlush({
  write,
  log,
  messages,
  intervalMs = INTERVAL_MS,
}: PeriodicFlushOptions): PeriodicFlush {
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  let failing = false;

  /** Logs the first failure and the recovery only, so that a long outage does not log every minute. */
  const attempt = async (): Promise<void> => {
    try {
      await write();
      if (failing) log.info(messages.recovered);
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, messages.failed);
      failing = true;
    }
  };
  const enqueueFlush = (): Promise<void> => (flushing = flushing.then(attempt));

  return {
    start() {
      timer ??= setInterval(() => void enqueueFlush(), intervalMs).unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await enqueueFlush();
    },
  };
}
