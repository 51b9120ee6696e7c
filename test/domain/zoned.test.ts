import { describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { seededRandom } from '../../src/demo/seed/seed.js';
import { commentsAreOpen, utcMidnight } from '../../src/core/date/comment-window.js';
import { isTimeZone } from '../../src/core/date/zone-name.js';
import { isoInUtc, isoInZone } from '../../src/core/date/zoned.js';

const at = (text: string): number => Date.parse(text) / 1000;

describe('an instant in a zone (contract §1.5)', () => {
  it.each([
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00+00:00'],
    ['2026-07-01T07:00:00Z', 'Europe/Amsterdam', '2026-07-01T09:00:00+02:00'],
    ['2026-03-29T00:59:59Z', 'Europe/Amsterdam', '2026-03-29T01:59:59+01:00'],
    ['2026-03-29T01:00:00Z', 'Europe/Amsterdam', '2026-03-29T03:00:00+02:00'],
    ['2026-10-25T00:59:59Z', 'Europe/Amsterdam', '2026-10-25T02:59:59+02:00'],
    ['2026-10-25T01:00:00Z', 'Europe/Amsterdam', '2026-10-25T02:00:00+01:00'],
    ['2026-01-01T00:00:00Z', 'America/New_York', '2025-12-31T19:00:00-05:00'],
    ['2026-01-01T00:00:00Z', 'America/St_Johns', '2025-12-31T20:30:00-03:30'],
    ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', '2026-01-01T05:45:00+05:45'],
    ['2026-01-01T00:00:00Z', 'Asia/Kolkata', '2026-01-01T05:30:00+05:30'],
    ['2026-01-01T00:00:00Z', 'Australia/Lord_Howe', '2026-01-01T11:00:00+11:00'],
    ['2026-07-01T00:00:00Z', 'Australia/Lord_Howe', '2026-07-01T10:30:00+10:30'],
    ['2026-01-01T00:00:00Z', 'Pacific/Chatham', '2026-01-01T13:45:00+13:45'],
    ['2026-01-01T00:00:00Z', 'Pacific/Kiritimati', '2026-01-01T14:00:00+14:00'],
    ['2026-01-01T00:00:00Z', 'Pacific/Pago_Pago', '2025-12-31T13:00:00-11:00'],
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29T23:59:59-10:00'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31T00:00:00+14:00'],
    ['1969-12-31T23:59:59Z', 'Europe/Amsterdam', '1970-01-01T00:59:59+01:00'],
    ['9999-06-15T12:00:00Z', 'UTC', '9999-06-15T12:00:00+00:00'],
    ['0001-06-15T12:00:00Z', 'UTC', '0001-06-15T12:00:00+00:00'],
    // Years have four digits, so these are in UTC.
    ['9999-12-31T23:30:00Z', 'Europe/Berlin', '9999-12-31T23:30:00+00:00'],
    ['9999-12-31T22:30:00Z', 'Europe/Berlin', '9999-12-31T23:30:00+01:00'],
    ['0001-01-01T03:00:00Z', 'America/New_York', '0001-01-01T03:00:00+00:00'],
    ['2026-01-01T00:00:00Z', 'Nowhere/Land', '2026-01-01T00:00:00+00:00'],
    ['2026-01-01T00:00:00Z', '', '2026-01-01T00:00:00+00:00'],
  ])('%s in %s is %s', (instant, zone, expected) => {
    expect(isoInZone(at(instant), zone)).toBe(expected);
  });

  it('truncates fractions, also before 1970', () => {
    expect(isoInZone(at('2026-01-01T00:00:00Z') + 0.999999, 'UTC')).toBe('2026-01-01T00:00:00+00:00');
    expect(isoInUtc(-0.5)).toBe('1969-12-31T23:59:59+00:00');
  });

  it('agrees with Luxon at ten thousand instants of a hundred years in every zone', () => {
    const random = seededRandom(7);
    const zones = Intl.supportedValuesOf('timeZone');
    const wrong: string[] = [];
    for (let n = 0; n < 10_000; n += 1) {
      const seconds = random.between(at('1975-01-01'), at('2075-01-01'));
      const zone = random.pick(zones);
      const expected = DateTime.fromSeconds(seconds, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
      if (isoInZone(seconds, zone) !== expected) wrong.push(`${zone} ${seconds}: ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it('accepts the zones of the IANA database and no others', () => {
    expect(['Europe/Amsterdam', 'UTC', 'America/Argentina/Buenos_Aires'].map(isTimeZone)).toEqual([true, true, true]);
    expect(['', 'Nowhere/Land', 'Europe', '../etc/passwd', 'Europe/Amsterdam '].map(isTimeZone)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('the days on which comments are open (contract §4.4)', () => {
  const start = at('2026-06-01T09:00:00Z');
  it.each([
    ['the last second of the day before', '2026-05-31T23:59:59Z', false],
    ['the first second of the day of the start', '2026-06-01T00:00:00Z', true],
    ['the start', '2026-06-01T09:00:00Z', true],
    ['the 90th day after, all day long', '2026-08-30T23:59:59Z', true],
    ['the day after that', '2026-08-31T00:00:00Z', false],
    ['a year later', '2027-06-01T09:00:00Z', false],
  ])('%s: %s', (_, moment, open) => {
    expect(commentsAreOpen(start, at(moment))).toBe(open);
  });

  it('begin and end a day earlier if the event starts at midnight UTC', () => {
    const midnight = at('2026-06-01T00:00:00Z');
    expect(commentsAreOpen(midnight, at('2026-05-31T23:59:59Z'))).toBe(false);
    expect(commentsAreOpen(midnight, midnight)).toBe(true);
    expect(commentsAreOpen(midnight, at('2026-08-29T23:59:59Z'))).toBe(true);
    expect(commentsAreOpen(midnight, at('2026-08-30T00:00:00Z'))).toBe(false);
  });

  it('are counted from midnight UTC, also before 1970', () => {
    expect([utcMidnight(86_399), utcMidnight(86_400), utcMidnight(-1)]).toEqual([0, 86_400, -86_400]);
  });
});
