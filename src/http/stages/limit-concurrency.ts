import pLimit from 'p-limit';
import type { Stage } from './stage.js';

/** Larger pages use megabytes of memory while they are serialized. */
const LARGE_PAGE_RECORDS = 1_000;

/**
 * Computes large pages one at a time, to limit memory. Queued responses are held as bytes, which take half the memory
 * of a two-byte string.
 */
export function limitConcurrency(): Stage {
  const oneAtATime = pLimit(1);
  return async (exchange, next) => {
    if (exchange.match.maxRecords <= LARGE_PAGE_RECORDS) return next();
    return oneAtATime(async () => {
      const { body, ...reply } = await next();
      return { ...reply, body: typeof body === 'string' ? Buffer.from(body) : body };
    });
  };
}
