import { wholeNumber } from './setting-schemas.js';

/** Response size and caching. */
export const responsesEnvironment = {
  MAX_RESULTS: wholeNumber(1, 100_000).default(10_000).meta({
    unit: 'records',
    description: 'Maximum number of records per v2.1 response.',
  }),
  ANSWER_CACHE_MEGABYTES: wholeNumber(0, 4_096).default(32).meta({
    unit: 'MB',
    description: 'Maximum size of the response cache for anonymous reads, per process; `0` disables it.',
  }),
  CDN_MAX_AGE: wholeNumber(1, 86_400).optional().meta({
    unit: 'seconds',
    unset: 'none: all ask',
    description:
      'Maximum time for which [shared caches](operate.md#caches-in-front) may serve an anonymous response without revalidation (`s-maxage`).',
  }),
};
