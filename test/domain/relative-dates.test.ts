import { expect, it } from '@jest/globals';
import { isRelativeDate, parseDate } from '../../src/core/date/tolerant-date.js';

const absolute = [
  ...['2026-05-29', '2026-05-29 14:00', '29 May 2026', 'May 29th, 2026 2pm', '20260529T1030', '2026-W22-5', '2026-149'],
  ...['2026-05', 'May 2026', '@1780000000', '2026-05-29T09:00:00+02:00', '2026-12-10 10:00 Europe/London'],
  ...['2026-05-29 +1 day', '29 May 2026 -2 hours', 'last day of February 2028', 'first Monday of May 2026'],
  ...['Friday, 29 May 2026', '2024-02-29', 'Fri, 29 May 2026 09:00:00 GMT', '5/29/2026 noon', '2026-05-29 tomorrow'],
];
const relative = [
  ...['now', 'today', 'tomorrow', 'yesterday noon', 'midnight', '14:00', '2pm', '14:00 Europe/London', '+1 hour'],
  ...['next week', 'last month', 'next year', 'Monday', 'next Friday', '29 May', 'May 29 14:00', '3 days ago'],
  ...['first day of January', 'last Sunday of March', 'first Monday of next month', '+1 year', '29 February'],
];

/** Times at which different parts of a date differ: of day, week, month and year. */
const times = Array.from({ length: 100 }, (_, n) => Date.UTC(2026, 0, 1) / 1000 + n * 11.7 * 86_400);
const zones = ['UTC', 'Europe/Amsterdam', 'America/New_York'];

const meanings = (text: string, zone: string) => new Set(times.map((now) => parseDate(text, zone, now))).size;

it.each(absolute)('"%s" is the same at any time', (text) => {
  for (const zone of zones) {
    expect([meanings(text, zone), times.some((now) => isRelativeDate(text, zone, now))]).toEqual([1, false]);
  }
});

it.each(relative)('"%s" depends on the time, at whatever time it is asked', (text) => {
  for (const zone of zones) {
    expect(meanings(text, zone)).toBeGreaterThan(1);
    expect(times.filter((now) => !isRelativeDate(text, zone, now))).toEqual([]);
  }
});
