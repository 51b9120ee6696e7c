import type { Logger } from '../log.js';

/** Writes down what gathers in memory, from time to time and at the end. */
export interface WritingInTurn {
  readonly start: () => void;
  /** Writes what is still to be written, and writes no more by itself. Does not fail when the database is away. */
  readonly stop: () => Promise<void>;
}

export interface WritingParts {
  /** Writes everything. When it fails, it has kept what it could not write. */
  readonly write: () => Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly sentences: { readonly failed: string; readonly mended: string };
  /** A minute, unless told otherwise. */
  readonly everyMs?: number | undefined;
}

const EVERY_MS = 60_000;

/** One write at a time. */
export function writeInTurn({ write, log, sentences, everyMs = EVERY_MS }: WritingParts): WritingInTurn {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let failing = false;

  /** Tells of the first failure and of the end of them: a database that is away for an hour is no news each minute. */
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
