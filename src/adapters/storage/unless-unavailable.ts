import { fail } from '../../core/errors.js';

/** Receives the cause of every store failure; callers only see that the store is unavailable. */
export type StorageReport = (cause: unknown) => void;

/**
 * Awaits a store operation with a timeout, because a network disk may never respond. The operation continues in the
 * background; the sweep deletes files that it leaves behind.
 *
 * @param milliseconds the timeout
 * @throws DomainError UNAVAILABLE: STORAGE_UNAVAILABLE, with the original error as its cause
 */
export async function unlessUnavailable<T>(work: Promise<T>, milliseconds: number, report: StorageReport): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Store operation timed out after ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([work, tooLate]);
  } catch (cause) {
    report(cause);
    throw Object.assign(fail('UNAVAILABLE', 'STORAGE_UNAVAILABLE'), { cause });
  } finally {
    clearTimeout(timer);
  }
}
