const DAY = 86_400;
const OPEN_DAYS = 90;

/** Midnight UTC of the day of an instant, in seconds since 1970. */
export function utcMidnight(seconds: number): number {
  return Math.floor(seconds / DAY) * DAY;
}

/**
 * Whether comments are open (contract §4.4): from the UTC day on which something starts until 90 days after its start.
 *
 * @param start seconds since 1970
 * @param now seconds since 1970
 */
export function commentsAreOpen(start: number, now: number): boolean {
  const today = utcMidnight(now);
  return start - DAY < today && start + OPEN_DAYS * DAY > today;
}
