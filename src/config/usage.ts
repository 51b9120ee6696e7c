import { wholeNumber } from './setting-schemas.js';

/** Retention of route usage per application. */
export const usageEnvironment = {
  USAGE_DAYS: wholeNumber(1, 3_660).default(400).meta({
    unit: 'days',
    description: 'Retention of route usage per application.',
  }),
};
