import pLimit from 'p-limit';
import { createKeyedQueues } from '../../../core/common/keyed-queue.js';
import { DomainError } from '../../../core/errors.js';
import { ImportThread } from './import-thread.js';

const MAX_THREADS = 2;
/** Uploads that are being received, wait for a thread or are imported: each holds up to 10 MB. */
const MAX_UPLOADS = 6;
/** Of one account, one at a time; the files of the others stay unread. */
const MAX_PER_ACCOUNT = 4;
const RETRY_AFTER_SECONDS = 10;
/** A file whose parsed form takes tens of megabytes. */
const LARGE_BYTES = 2 ** 20;
/** How long a thread waits for another import, which then starts sooner. */
const IDLE_MS = 5_000;

const ofAccount = createKeyedQueues(1, MAX_PER_ACCOUNT, RETRY_AFTER_SECONDS, 'IMPORTS_BUSY');
let uploads = 0;

/**
 * Runs an import of an account in its turn: one at a time.
 *
 * @throws DomainError UNAVAILABLE: IMPORTS_BUSY with `retryAfter`
 */
export function inTurnOf<Value>(accountId: string, work: () => Promise<Value>): Promise<Value> {
  return ofAccount(accountId)(async () => {
    if (uploads >= MAX_UPLOADS)
      throw new DomainError('UNAVAILABLE', [{ reason: 'IMPORTS_BUSY' }], { retryAfter: RETRY_AFTER_SECONDS });
    uploads += 1;
    try {
      return await work();
    } finally {
      uploads -= 1;
    }
  });
}

interface IdleThread {
  readonly thread: ImportThread;
  readonly timer: NodeJS.Timeout;
}

const inTurn = pLimit(MAX_THREADS);
const inTurnOfLarge = pLimit(1);
const idle: IdleThread[] = [];

/**
 * Runs an import with a thread of its own, once one of the process is free. Large files take turns, and the memory of
 * their threads is released at once.
 *
 * @param bytes size of the file
 */
export function withImportThread<Value>(bytes: number, work: (thread: ImportThread) => Promise<Value>): Promise<Value> {
  const isLarge = bytes > LARGE_BYTES;
  const inThread = () =>
    inTurn(async () => {
      const thread = takeIdle() ?? new ImportThread();
      try {
        return await work(thread);
      } finally {
        if (isLarge) await thread.end();
        else if (thread.isUsable) keep(thread);
      }
    });
  return isLarge ? inTurnOfLarge(inThread) : inThread();
}

function takeIdle(): ImportThread | undefined {
  const last = idle.pop();
  if (!last) return undefined;
  clearTimeout(last.timer);
  return last.thread.isUsable ? last.thread : takeIdle();
}

function keep(thread: ImportThread): void {
  thread.rest();
  const timer = setTimeout(() => {
    idle.splice(
      idle.findIndex((one) => one.thread === thread),
      1,
    );
    void thread.end();
  }, IDLE_MS).unref();
  idle.push({ thread, timer });
}
