import { z } from 'zod';

const MOST_DAYS = 3_660;
const days = `must be a whole number from 1 to ${MOST_DAYS}`;

/** How long it is kept which application used which route. */
export const usageEnvironment = {
  USAGE_DAYS: z.coerce.number(days).int(days).min(1, days).max(MOST_DAYS, days).default(400),
};
