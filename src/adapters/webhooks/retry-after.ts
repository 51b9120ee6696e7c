const DAY_SECONDS = 86_400;

/**
 * The seconds that a `Retry-After` header requests, at most a day; null without a valid one. It contains seconds or an
 * HTTP date, whose forms with a time zone are accepted (RFC 9110 §5.6.7).
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  const value = header?.trim() ?? '';
  const seconds = /^\d+$/.test(value) ? Number(value) : / GMT$/.test(value) ? Date.parse(value) / 1_000 - now : NaN;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 0), DAY_SECONDS);
}
