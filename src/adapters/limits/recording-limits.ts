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
    },
  };
}
