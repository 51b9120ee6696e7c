import type { LimitState } from '../../core/ports.js';

/**
 * Formats the rate limit headers (draft-ietf-httpapi-ratelimit-headers, structured fields): `RateLimit-Policy:
 * "login_address";q=100;w=900` and `RateLimit: "login_address";r=99;t=900`. Empty if no limit applied.
 *
 * @param states the states of the request's limits; null for a disabled limit
 */
export function rateLimitHeaders(states: readonly (LimitState | null)[]): Record<string, string> {
  const known = states.filter((state) => state !== null);
  if (known.length === 0) return {};
  return {
    'RateLimit-Policy': known.map(({ name, limit, windowSeconds: w }) => `"${name}";q=${limit};w=${w}`).join(', '),
    RateLimit: known
      .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
      .join(', '),
  };
}
