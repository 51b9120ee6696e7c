import { describe, expect, it } from '@jest/globals';
import { parseDate } from '../../src/core/date/tolerant-date.js';

/** A Friday, at noon in UTC. */
const FRIDAY = '2026-11-20T12:00:00Z';
const read = (text: string, zone = 'UTC', at = FRIDAY): string | null => {
  const seconds = parseDate(text, zone, Date.parse(at) / 1000);
  return seconds === null ? null : new Date(seconds * 1000).toISOString().replace('.000', '');
};

describe('relative dates (contract §1.5)', () => {
  it.each([
    ['now', '2026-11-20T12:00:00Z'],
    ['today', '2026-11-20T00:00:00Z'],
    ['midnight', '2026-11-20T00:00:00Z'],
    ['noon', '2026-11-20T12:00:00Z'],
    ['Tomorrow', '2026-11-21T00:00:00Z'],
    ['tomorrow noon', '2026-11-21T12:00:00Z'],
    ['noon tomorrow', '2026-11-21T12:00:00Z'],
    ['yesterday', '2026-11-19T00:00:00Z'],
    ['yesterday 14:00', '2026-11-19T14:00:00Z'],
    ['15:30', '2026-11-20T15:30:00Z'],
    ['3pm', '2026-11-20T15:00:00Z'],
    ['3:30 p.m.', '2026-11-20T15:30:00Z'],
    ['12am', '2026-11-20T00:00:00Z'],
    ['15:30+05:00', '2026-11-20T10:30:00Z'],
    ['friday', '2026-11-20T00:00:00Z'],
    ['9am Friday', '2026-11-20T09:00:00Z'],
    ['Friday 9am', '2026-11-20T09:00:00Z'],
    ['thursday', '2026-11-26T00:00:00Z'],
    ['this friday', '2026-11-20T00:00:00Z'],
    ['next friday', '2026-11-27T00:00:00Z'],
    ['next monday', '2026-11-23T00:00:00Z'],
    ['next monday 10:00', '2026-11-23T10:00:00Z'],
    ['last friday', '2026-11-13T00:00:00Z'],
    ['last thu', '2026-11-19T00:00:00Z'],
    ['previous saturday', '2026-11-14T00:00:00Z'],
    ['monday this week', '2026-11-16T00:00:00Z'],
    ['monday next week', '2026-11-23T00:00:00Z'],
    ['sunday next week', '2026-11-29T00:00:00Z'],
    ['next week tuesday 09:00', '2026-11-24T09:00:00Z'],
    ['sunday last week', '2026-11-15T00:00:00Z'],
    ['this week', '2026-11-16T12:00:00Z'],
    ['next week', '2026-11-23T12:00:00Z'],
    ['+1 week', '2026-11-27T12:00:00Z'],
    ['friday +1 week', '2026-11-27T00:00:00Z'],
    ['+2 days', '2026-11-22T12:00:00Z'],
    ['2 days', '2026-11-22T12:00:00Z'],
    ['-3 hours', '2026-11-20T09:00:00Z'],
    ['+90 min', '2026-11-20T13:30:00Z'],
    ['+1 week 2 days 4 hours 2 seconds', '2026-11-29T16:00:02Z'],
    ['2 weeks ago', '2026-11-06T12:00:00Z'],
    ['1 week 2 days ago', '2026-11-11T12:00:00Z'],
    ['1 fortnight ago 08:00', '2026-11-06T08:00:00Z'],
    ['next month', '2026-12-20T12:00:00Z'],
    ['last year', '2025-11-20T12:00:00Z'],
    ['+1 month -1 day', '2026-12-19T12:00:00Z'],
    ['first day of next month', '2026-12-01T12:00:00Z'],
    ['first day of next month 09:00', '2026-12-01T09:00:00Z'],
    ['first day of next month midnight', '2026-12-01T00:00:00Z'],
    ['last day of this month', '2026-11-30T12:00:00Z'],
    ['last day of february', '2026-02-28T00:00:00Z'],
    ['last day of february 2028', '2028-02-29T00:00:00Z'],
    ['first day of january 2027 10am', '2027-01-01T10:00:00Z'],
    ['first day of june 02:27', '2026-06-01T02:27:00Z'],
    ['may 10am', '2026-05-20T10:00:00Z'],
    ['10:30 may', '2026-05-20T10:30:00Z'],
    ['first monday of january 2027', '2027-01-04T00:00:00Z'],
    ['first tuesday of next month', '2026-12-01T00:00:00Z'],
    ['second tuesday of next month 18:30', '2026-12-08T18:30:00Z'],
    ['last friday of december', '2026-12-25T00:00:00Z'],
    ['last monday of february 2027', '2027-02-22T00:00:00Z'],
    ['fifth monday of february 2027', '2027-03-01T00:00:00Z'],
    ['2015-01-01 +1 week', '2015-01-08T00:00:00Z'],
    ['2015-01-01 next monday', '2015-01-05T00:00:00Z'],
    ['2015-01-31 +1 month', '2015-03-03T00:00:00Z'],
    ['2024-02-29 +1 year', '2025-03-01T00:00:00Z'],
  ])('%j is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('use the current day in the zone', () => {
    expect(read('tomorrow', 'Pacific/Kiritimati')).toBe('2026-11-21T10:00:00Z');
    expect(read('today', 'America/New_York', '2026-11-21T03:00:00Z')).toBe('2026-11-20T05:00:00Z');
    expect(read('saturday', 'Europe/Amsterdam', '2026-11-20T23:30:00Z')).toBe('2026-11-20T23:00:00Z');
    expect(read('next saturday', 'Europe/Amsterdam', '2026-11-20T23:30:00Z')).toBe('2026-11-27T23:00:00Z');
    expect(read('09:00', 'Asia/Tokyo')).toBe('2026-11-20T00:00:00Z');
    expect(read('now', 'Asia/Tokyo')).toBe(FRIDAY);
    expect(read('sunday this week', 'UTC', '2026-11-22T12:00:00Z')).toBe('2026-11-22T00:00:00Z');
    expect(read('next month', 'UTC', '2027-01-31T12:00:00Z')).toBe('2027-03-03T12:00:00Z');
    expect(read('last day of next month', 'UTC', '2027-01-31T12:00:00Z')).toBe('2027-02-28T12:00:00Z');
  });

  it('days follow the calendar, hours the clock', () => {
    const before = '2026-03-28T11:00:00Z';
    expect(read('+1 day', 'Europe/Amsterdam', before)).toBe('2026-03-29T10:00:00Z');
    expect(read('+24 hours', 'Europe/Amsterdam', before)).toBe('2026-03-29T11:00:00Z');
    expect(read('+1 month', 'Europe/Amsterdam', before)).toBe('2026-04-28T10:00:00Z');
    expect(read('tomorrow 02:30', 'Europe/Amsterdam', before)).toBe('2026-03-29T01:30:00Z');
    expect(read('2026-03-29 01:30 +1 hour', 'Europe/Amsterdam', before)).toBe('2026-03-29T01:30:00Z');
    expect(read('+1 day', 'America/New_York', '2026-10-31T16:00:00Z')).toBe('2026-11-01T17:00:00Z');
    expect(read('+24 hours', 'America/New_York', '2026-10-31T16:00:00Z')).toBe('2026-11-01T16:00:00Z');
    expect(read('+1 day', 'UTC', before)).toBe('2026-03-29T11:00:00Z');
  });

  it('in the repeated hour of a clock change, now is the current instant', () => {
    const second = '2026-10-25T01:30:00Z';
    expect(read('now', 'Europe/Amsterdam', second)).toBe(second);
    expect(read('-1 hour', 'Europe/Amsterdam', second)).toBe('2026-10-25T00:30:00Z');
    expect(read('+1 hour', 'Europe/Amsterdam', second)).toBe('2026-10-25T02:30:00Z');
    expect(read('02:30', 'Europe/Amsterdam', second)).toBe('2026-10-25T00:30:00Z');
  });

  it('a fraction of the current second is truncated', () => {
    expect(read('now', 'UTC', '2026-11-20T12:00:00.750Z')).toBe(FRIDAY);
    expect(read('+1 hour', 'Europe/Amsterdam', '2026-11-20T12:00:00.750Z')).toBe('2026-11-20T13:00:00Z');
  });
});
