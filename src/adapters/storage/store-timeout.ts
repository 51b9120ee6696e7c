import { Readable } from 'node:stream';
import { domainError } from '../../core/errors.js';

/** Receives the cause of every store failure; callers only see that the store is unavailable. */
export type StorageReport = (cause: unknown) => void;

/**
 * Awaits a store operation with a timeout, because a network disk may never respond. The operation continues in the
 * background; the sweep deletes files that it leaves behind.
 *
 * @param milliseconds the timeout
 * @throws DomainError UNAVAILABLE: STORAGE_UNAVAILABLE, with the original error as its cause
 */
export async function withStoreTimeout<T>(work: Promise<T>, milliseconds: number, report: StorageReport): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Store operation timed out after ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([work, tooLate]);
  } catch (cause) {
    report(cause);
    throw Object.assign(domainError('UNAVAILABLE', 'STORAGE_UNAVAILABLE'), { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Bounds the wait for each item, such as a page of a listing, but not the time that the consumer takes in between. */
export async function* withItemTimeout<T>(
  items: AsyncIterable<T>,
  milliseconds: number,
  report: StorageReport,
): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await withStoreTimeout(iterator.next(), milliseconds, report);
    if (done) return;
    yield value;
  }
}

/** A stream of the chunks of `source` that fails if one takes too long. Closing either closes both. */
export function withChunkTimeout(source: Readable, milliseconds: number, report: StorageReport): Readable {
  const body = Readable.from(withItemTimeout(source as AsyncIterable<Uint8Array>, milliseconds, report), {
    objectMode: false,
  });
  // A generator that was never started does not close its source.
  return body.once('close', () => source.destroy());
}
