import { expect, it } from '@jest/globals';
import { retryAfterSeconds } from '../../src/adapters/webhooks/retry-after.js';

const now = Date.UTC(2026, 9, 1, 12, 0, 0) / 1_000;

it.each<[string | undefined, number | null]>([
  ['0', 0],
  ['120', 120],
  [' 120 ', 120],
  ['86400', 86_400],
  ['86401', 86_400],
  ['9'.repeat(400), 86_400],
  ['Thu, 01 Oct 2026 12:05:00 GMT', 300],
  ['Thursday, 01-Oct-26 12:05:00 GMT', 300],
  ['Thu, 01 Oct 2026 11:00:00 GMT', 0],
  ['Fri, 01 Oct 2027 12:00:00 GMT', 86_400],
  [undefined, null],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
  ['0x10', null],
  ['soon', null],
  ['soon GMT', null],
  ['Thu, 01 Oct 2026 12:05:00', null],
])('Retry-After: %s → %s', (header, seconds) => expect(retryAfterSeconds(header, now)).toBe(seconds));
