import { LimitExceeded, type LimitState, type RateLimits } from './rate-limits.js';

/** The limits as one request meets them, and how each of those stands that it has met: for the headers of its answer. */
export function recordingLimits(limits: RateLimits): { limits: RateLimits; limitStates: readonly LimitState[] } {
  const limitStates: LimitState[] = [];
  return {
    limitStates,
    limits: {
      ...limits,
      async consume(name, key) {
        try {
          const state = await limits.consume(name, key);
          if (state) limitStates.push(state);
          return state;
        } catch (error) {
          if (error instanceof LimitExceeded) limitStates.push(error.state);
          throw error;
        }
      },
    },
  };
}
