import { LimitExceeded } from './rate-limits.js';
import type { LimitState, RateLimits } from '../../core/ports.js';

/** The rate limit members of a context. */
interface RecordedLimits {
  readonly limits: RateLimits;
  readonly limitStates: readonly LimitState[];
  readonly recordLimit: (state: LimitState) => void;
}

/** Wraps the rate limiters for one request and records their state for the RateLimit headers. */
export function recordingLimits(limits: RateLimits): RecordedLimits {
  const limitStates: LimitState[] = [];
  // One entry per limit, however many fields of an operation consume it.
  const recordLimit = (state: LimitState): void => {
    const known = limitStates.findIndex(({ name }) => name === state.name);
    limitStates.splice(known === -1 ? limitStates.length : known, 1, state);
  };
  return {
    limitStates,
    recordLimit,
    limits: {
      ...limits,
      async consume(name, key, unlessProven) {
        try {
          const state = await limits.consume(name, key, unlessProven);
          if (state) recordLimit(state);
          return state;
        } catch (error) {
          if (error instanceof LimitExceeded) recordLimit(error.state);
          throw error;
        }
      },
      async check(keys, unlessProven) {
        try {
          const states = await limits.check(keys, unlessProven);
          states.forEach(recordLimit);
          return states;
        } catch (error) {
          if (error instanceof LimitExceeded) recordLimit(error.state);
          throw error;
        }
      },
    },
  };
}

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
