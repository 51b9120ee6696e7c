import type { Logger } from '../../telemetry/log/log.js';

/** Flushes buffered data periodically and at shutdown. */
export interface WritingInTurn {
  readonly start: () => void;
  /** Stops the timer and flushes what is still buffered. Does not fail when the database is unavailable. */
  readonly stop: () => Promise<void>;
}

export interface WritingParts {
  /** Flushes everything. On failure it retains what it could not write. */
  readonly write: () => Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly sentences: { readonly failed: string; readonly mended: string };
  /** Defaults to 60 s. */
  readonly everyMs?: number | undefined;
}

const EVERY_MS = 60_000;

/** Runs at most one flush at a time. */
export function writeInTurn({ write, log, sentences, everyMs = EVERY_MS }: WritingParts): WritingInTurn {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let failing = false;

  /** Logs the first failure and the recovery only, so that a long outage does not log every minute. */
  const attempt = async (): Promise<void> => {
    try {
      await write();
      if (failing) log.info(sentences.mended);
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, sentences.failed);
      failing = true;
    }
  };
  const inTurn = (): Promise<void> => (writing = writing.then(attempt));

  return {
    start() {
      timer ??= setInterval(() => void inTurn(), everyMs).unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await inTurn();
    },
  };
}
