import type { LimitState } from './rate-limits.js';

/**
 * The headers that tell a client how much it has left (draft-ietf-httpapi-ratelimit-headers, structured fields):
 * `RateLimit-Policy: "login_address";q=100;w=900` and `RateLimit: "login_address";r=99;t=900`. Empty where nothing
 * was limited.
 *
 * @param states what the limits of the request answered; null for one that is switched off
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
