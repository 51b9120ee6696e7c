import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError, type Reason } from '../errors.js';
import type { Queue } from '../reads/scans.js';

interface KeyedQueue {
  readonly limit: LimitFunction;
  /** Number of running and queued tasks, or the sum of their weights. */
  pending: number;
}

/**
 * Creates one queue per key, each with its own concurrency limit.
 *
 * @param maxPending maximum number of running and queued tasks per key, or sum of their weights; further tasks fail with
 *   UNAVAILABLE
 * @param retryAfter seconds after which a caller may try again; undefined leaves it open
 */
export function createKeyedQueues(
  concurrency: number,
  maxPending: number,
  retryAfter?: number,
  reason: Reason = 'OVERLOADED',
): (key: string, weight?: number) => Queue {
  const queues = new Map<string, KeyedQueue>();
  return (key, weight = 1) =>
    async (work) => {
      let queue = queues.get(key);
      if (!queue) queues.set(key, (queue = { limit: pLimit(concurrency), pending: 0 }));
      if (queue.pending > 0 && queue.pending + weight > maxPending)
        throw new DomainError('UNAVAILABLE', [{ reason }], retryAfter === undefined ? {} : { retryAfter });
      queue.pending += weight;
      try {
        return await queue.limit(work);
      } finally {
        queue.pending -= weight;
        if (queue.pending === 0) queues.delete(key);
      }
    };
}
