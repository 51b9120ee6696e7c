import { wholeNumber } from '../setting-forms.js';

/** How large answers are, and how long they are kept. */
export const answersEnvironment = {
  MAX_RESULTS: wholeNumber(1, 100_000).default(10_000).meta({
    unit: 'records',
    description: 'The most of one v2.1 answer.',
  }),
  ANSWER_CACHE_MEGABYTES: wholeNumber(0, 4_096).default(32).meta({
    unit: 'MB',
    description: 'How much memory each process may fill with answers to anonymous reads; `0` computes each anew.',
  }),
  CDN_MAX_AGE: wholeNumber(1, 86_400).optional().meta({
    unit: 'seconds',
    unset: 'none: all ask',
    description:
      'The longest time for which [shared caches](operate.md#caches-in-front) may tell an anonymous answer without asking.',
  }),
};
