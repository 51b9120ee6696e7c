import pLimit from 'p-limit';
import { createKeyedQueues } from '../../core/common/keyed-queue.js';
import { DomainError } from '../../core/errors.js';
import { ImportProcess } from './import-process.js';

const MAX_PROCESSES = 2;
/** Uploads that are being received, wait for a process or are imported: each holds up to 10 MB. */
const MAX_UPLOADS = 6;
/** Of one account, one at a time; the files of the others stay unread. */
const MAX_PER_ACCOUNT = 4;
const RETRY_AFTER_SECONDS = 10;
/** A file whose parsed form takes tens of megabytes. */
const LARGE_BYTES = 2 ** 20;
/** How long a process waits for another import, which then starts sooner. */
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

interface IdleProcess {
  readonly child: ImportProcess;
  readonly timer: NodeJS.Timeout;
}

const inTurn = pLimit(MAX_PROCESSES);
const inTurnOfLarge = pLimit(1);
const idle: IdleProcess[] = [];

/**
 * Runs an import with a process of its own, once there may be another. Large files take turns, and the memory of
 * their processes is released at once.
 *
 * @param bytes size of the file
 */
export function withImportProcess<Value>(
  bytes: number,
  work: (child: ImportProcess) => Promise<Value>,
): Promise<Value> {
  const isLarge = bytes > LARGE_BYTES;
  const inProcess = () =>
    inTurn(async () => {
      const child = takeIdle() ?? new ImportProcess();
      try {
        return await work(child);
      } finally {
        if (isLarge) await child.end();
        else if (child.isUsable) keep(child);
      }
    });
  return isLarge ? inTurnOfLarge(inProcess) : inProcess();
}

function takeIdle(): ImportProcess | undefined {
  const last = idle.pop();
  if (!last) return undefined;
  clearTimeout(last.timer);
  return last.child.isUsable ? last.child : takeIdle();
}

function keep(child: ImportProcess): void {
  child.rest();
  const timer = setTimeout(() => {
    idle.splice(
      idle.findIndex((one) => one.child === child),
      1,
    );
    void child.end();
  }, IDLE_MS).unref();
  idle.push({ child, timer });
}
