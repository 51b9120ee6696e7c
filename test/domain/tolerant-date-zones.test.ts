import { describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { parseDate } from '../../src/core/date/tolerant-date.js';

const now = Date.parse('2026-11-20T12:00:00Z') / 1000;
const read = (text: string, zone: string): string | null => {
  const seconds = parseDate(text, zone, now);
  return seconds === null ? null : new Date(seconds * 1000).toISOString().replace('.000', '');
};
const expectInstant = (text: string | null, zone: string, seconds: number) =>
  expect([text, parseDate(String(text), zone, now)]).toEqual([text, seconds]);

describe('dates in the zone of the event (contract §1.5)', () => {
  it('without an offset are parsed in the given zone', () => {
    expect(read('2026-07-01 09:00', 'Europe/Amsterdam')).toBe('2026-07-01T07:00:00Z');
    expect(read('July 1, 2026 9am', 'America/New_York')).toBe('2026-07-01T13:00:00Z');
    expect(read('2026-01-01', 'America/St_Johns')).toBe('2026-01-01T03:30:00Z');
    expect(read('1-2-2026 10:00', 'Asia/Kathmandu')).toBe('2026-02-01T04:15:00Z');
    expect(read('2026-07-01T09:00:00Z', 'Europe/Amsterdam')).toBe('2026-07-01T09:00:00Z');
    expect(read('@0', 'Europe/Amsterdam')).toBe('1970-01-01T00:00:00Z');
    expect(read('2015-01-01', 'Nowhere/Atall')).toBeNull();
  });

  it('a zone name in the text overrides the given zone (decisions no. 30)', () => {
    for (const zone of ['UTC', 'America/New_York']) {
      expect(read('2026-12-10 10:00 Europe/London', zone)).toBe('2026-12-10T10:00:00Z');
      expect(read('2026-06-10 10:00 Europe/London', zone)).toBe('2026-06-10T09:00:00Z');
      expect(read('2026-06-10T10:00:00 europe/AMSTERDAM', zone)).toBe('2026-06-10T08:00:00Z');
      expect(read('10 June 2026 9am America/Argentina/Buenos_Aires', zone)).toBe('2026-06-10T12:00:00Z');
      expect(read('America/Port-au-Prince 2026-01-10', zone)).toBe('2026-01-10T05:00:00Z');
      expect(read('2026-06-10 10:00 Etc/GMT+5', zone)).toBe('2026-06-10T15:00:00Z');
      expect(read('tomorrow Pacific/Kiritimati', zone)).toBe('2026-11-21T10:00:00Z');
      expect(read('tomorrow noon Asia/Kathmandu', zone)).toBe('2026-11-21T06:15:00Z');
      expect(read('2026-10-25 02:30 Europe/Amsterdam', zone)).toBe('2026-10-25T00:30:00Z');
      expect(read('2026-03-29 02:30 Europe/Amsterdam', zone)).toBe('2026-03-29T01:30:00Z');
      for (const text of [
        'Europe/London',
        '2026-12-10 10:00 Europe/Nowhere',
        '2026-12-10 10:00 constructor/prototype',
        '2026-12-10 10:00 Europe/London Europe/Paris',
        '2026-12-10T10:00:00+01:00 Europe/London',
        '2026-12-10 10:00 UTC Europe/London',
      ]) {
        expect([text, read(text, zone)]).toEqual([text, null]);
      }
    }
  });

  it('a time skipped by a clock change is an hour later, a repeated one is the first', () => {
    expect(read('2026-03-29 02:30', 'Europe/Amsterdam')).toBe('2026-03-29T01:30:00Z');
    expect(read('2026-10-25 02:30', 'Europe/Amsterdam')).toBe('2026-10-25T00:30:00Z');
    expect(read('2026-10-25T02:30:00+01:00', 'Europe/Amsterdam')).toBe('2026-10-25T01:30:00Z');
    expect(read('2026-03-08 02:30', 'America/New_York')).toBe('2026-03-08T07:30:00Z');
    expect(read('2026-11-01 01:30', 'America/New_York')).toBe('2026-11-01T05:30:00Z');
    expect(read('2026-10-04 02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:45:00Z');
    expect(read('2011-12-30 12:00', 'Pacific/Apia')).toBe('2011-12-30T22:00:00Z');
    expect(read('2026-03-29 02:30', 'UTC')).toBe('2026-03-29T02:30:00Z');
  });

  it.each(['UTC', 'Europe/Amsterdam', 'America/New_York'])(
    'all formats of a date yield the same instant in the zone %s',
    (zone) => {
      const iso = ['yyyy-MM-dd HH:mm:ss', "yyyyMMdd'T'HHmmss", "kkkk-'W'WW-c HH:mm:ss", "kkkk'W'WWc'T'HH:mm:ss"];
      const numeric = ['yyyy-ooo HH:mm:ss', 'M/d/yyyy h:mm:ss a', 'd.M.yyyy HH:mm:ss', 'dd-MM-yyyy h:mm:ssa'];
      const spoken = [
        'MMMM d, yyyy HH:mm:ss',
        'd MMMM yyyy h:mm:ss a',
        'ccc d MMM yyyy HH:mm:ss',
        'ccc MMM d HH:mm:ss yyyy',
      ];
      for (let round = 0; round < 250; round += 1) {
        const date = DateTime.fromSeconds(now + round * 298_777, { zone, locale: 'en-US' });
        const shown = Math.min(...date.getPossibleOffsets().map((possible) => possible.toSeconds()));
        for (const format of [...iso, ...numeric, ...spoken]) expectInstant(date.toFormat(format), zone, shown);
        for (const text of [date.toISO(), date.toRFC2822(), date.toHTTP()]) expectInstant(text, zone, date.toSeconds());
      }
    },
  );
});
