import { wholeNumber } from '../setting-forms.js';

/** How long it is kept which application used which route. */
export const usageEnvironment = {
  USAGE_DAYS: wholeNumber(1, 3_660).default(400).meta({
    unit: 'days',
    description: 'How long it is kept which application used which route.',
  }),
};
