import { afterEach, describe, expect, it } from '@jest/globals';
import { DateTime, IANAZone, Settings } from 'luxon';
import { offsetAt } from '../../src/core/date/local-time.js';
import { parseDate } from '../../src/core/date/tolerant-date.js';
import { parseTime } from '../../src/transfer/schedule/formats/times.js';

/** Times of the year at which clocks are forward and back: the reading must not depend on them. */
const times = ['2026-01-10T12:00:00Z', '2026-07-10T12:00:00Z'].map((text) => Date.parse(text) / 1000);

/** Luxon takes the offset of its own today for the first guess, so that it reads repeated hours by the season. */
function setToday(seconds: number) {
  Settings.now = () => seconds * 1000;
  Settings.resetCaches();
}
afterEach(() => {
  Settings.now = Date.now;
  Settings.resetCaches();
});

/** Local times that occur twice, and their first instant; clocks turn back at midnight in the last four zones. */
const repeated: (readonly [string, string, string])[] = [
  ['2026-10-25 02:30', 'Europe/Amsterdam', '2026-10-25T00:30:00Z'],
  ['2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30:00Z'],
  ['2026-04-05 01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z'],
  ['2026-10-29 23:30', 'Africa/Cairo', '2026-10-29T20:30:00Z'],
  ['2026-10-24 23:30', 'Asia/Beirut', '2026-10-24T20:30:00Z'],
  ['2026-04-04 23:30', 'America/Santiago', '2026-04-05T02:30:00Z'],
  ['2026-10-24 23:30', 'America/Nuuk', '2026-10-25T00:30:00Z'],
];
/** Local times that never occur, and the instant as long after the gap as they are after its beginning. */
const skipped: (readonly [string, string, string])[] = [
  ['2026-03-29 02:30', 'Europe/Amsterdam', '2026-03-29T01:30:00Z'],
  ['2026-03-08 02:30', 'America/New_York', '2026-03-08T07:30:00Z'],
  ['2026-10-04 02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z'],
  ['2026-04-24 00:30', 'Africa/Cairo', '2026-04-23T22:30:00Z'],
  ['2026-09-06 00:30', 'America/Santiago', '2026-09-06T04:30:00Z'],
];

describe('A local time that occurs twice is the first of the two, one that is skipped moves forward by the gap', () => {
  it.each([...repeated, ...skipped])('%s in %s is %s', (text, zone, expected) => {
    const seconds = Date.parse(expected) / 1000;
    for (const now of times) {
      setToday(now);
      expect(parseDate(text, zone, now)).toBe(seconds);
      expect(parseDate(`${text} ${zone}`, 'UTC', now)).toBe(seconds);
      expect(parseDate(`${text}[${zone}]`, 'UTC', now)).toBe(seconds);
      expect(parseTime(text, zone)).toBe(seconds);
      expect(parseTime(`${text}[${zone}]`, 'UTC')).toBe(seconds);
    }
  });

  it('in imported schedules as in forms, at each change of every zone', () => {
    const wrong: unknown[] = [];
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const clocks = IANAZone.create(zone);
      for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += 86_400_000) {
        if (clocks.offset(day) === clocks.offset(day + 86_400_000)) continue;
        for (let at = day; at < day + 86_400_000; at += 900_000) {
          const text = DateTime.fromMillis(at, { zone }).toFormat('yyyy-MM-dd HH:mm');
          const [form, schedule] = [parseDate(text, zone, at / 1000), parseTime(text, zone)];
          if (form !== schedule || form === null || form > at / 1000) wrong.push([text, zone, form, schedule]);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

// Africa/Monrovia is the last zone with a change that is not on a whole minute, in January 1972.
it.each([
  ['America/St_Johns', '2010-11-07T02:31:00Z', -9_000, -12_600],
  ['Europe/Berlin', '2027-10-31T01:00:00Z', 7_200, 3_600],
  ['Africa/Monrovia', '1972-01-07T00:44:30Z', -2_670, 0],
])('the offset of %s changes at %s, in the order of the calls or against it', (zone, at, before, after) => {
  const seconds = Date.parse(at) / 1_000;
  expect([seconds - 1, seconds, seconds - 1].map((time) => offsetAt(time, zone))).toEqual([before, after, before]);
});
