import { fail } from '../errors.js';

/** Told of everything that went wrong inside a store: callers get no more than that it is not available. */
export type StorageReport = (cause: unknown) => void;

/**
 * Waits for work on a store, but not for ever: a disk of another machine may not answer at all. Such work goes on
 * unseen; the sweep deletes what it may leave.
 *
 * @param milliseconds how long to wait
 * @throws DomainError UNAVAILABLE: STORAGE_UNAVAILABLE, with what happened as its cause
 */
export async function unlessUnavailable<T>(work: Promise<T>, milliseconds: number, report: StorageReport): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`The store took longer than ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([work, tooLate]);
  } catch (cause) {
    report(cause);
    throw Object.assign(fail('UNAVAILABLE', 'STORAGE_UNAVAILABLE'), { cause });
  } finally {
    clearTimeout(timer);
  }
}
