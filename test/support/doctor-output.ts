import { NEWEST_ZONE_RULES, ZONE_RULES } from '../../src/core/date/local-time.js';

/** What `lectern doctor` prints if it finds nothing. @param images what it says of images, in lines */
export const cleanDoctor = (...images: string[]): string =>
  [
    'All 12 counters agree with a recount.',
    ...images,
    'Every future event and talk is at its local time.',
    `Time zone rules: ${ZONE_RULES}; the newest known to this release: ${NEWEST_ZONE_RULES}.`,
    '',
  ].join('\n');
