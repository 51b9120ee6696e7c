const MINUTE = 60;
const HOUR = 3_600;

/** Seconds from a failed attempt to the next one. The first attempt is immediate. */
export const retryDelays: readonly number[] = [
  ...[5, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

const MAX_RETRY_AFTER = 24 * HOUR;
/** Maximum random share added to the delay, so that the retries after an outage of a receiver do not arrive at once. */
const JITTER = 0.1;

/**
 * Seconds until the attempt after a failed one; null after the last.
 *
 * @param attempts the number of attempts so far
 * @param retryAfter seconds that the receiver requested; null without a request
 * @param random from 0 to 1
 */
export function delayAfter(attempts: number, retryAfter: number | null, random: number): number | null {
  const delay = retryDelays[attempts - 1];
  if (delay === undefined) return null;
  return Math.max(delay * (1 + JITTER * random), Math.min(retryAfter ?? 0, MAX_RETRY_AFTER));
}
