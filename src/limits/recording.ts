import { LimitExceeded, type LimitState, type RateLimits } from './rate-limits.js';

/** What a context has of them. */
interface RecordedLimits {
  readonly limits: RateLimits;
  readonly limitStates: readonly LimitState[];
  readonly noteLimit: (state: LimitState) => void;
}

/** The limits as one request meets them, and how each of those stands that it has met: for the headers of its answer. */
export function recordingLimits(limits: RateLimits): RecordedLimits {
  const limitStates: LimitState[] = [];
  // Told once, however many fields of an operation have met it.
  const noteLimit = (state: LimitState): void => {
    const known = limitStates.findIndex(({ name }) => name === state.name);
    limitStates.splice(known === -1 ? limitStates.length : known, 1, state);
  };
  return {
    limitStates,
    noteLimit,
    limits: {
      ...limits,
      async consume(name, key, unlessProven) {
        try {
          const state = await limits.consume(name, key, unlessProven);
          if (state) noteLimit(state);
          return state;
        } catch (error) {
          if (error instanceof LimitExceeded) noteLimit(error.state);
          throw error;
        }
      },
    },
  };
}
