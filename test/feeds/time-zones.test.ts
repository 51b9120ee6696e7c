import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { DateTime } from 'luxon';
import { talksCalendar } from '../../feeds/calendar/talks-calendar.js';

const zones = [
  ...['Europe/Berlin', 'America/New_York', 'America/Sao_Paulo', 'Africa/Cairo', 'Australia/Lord_Howe', 'Asia/Tokyo'],
  ...['Africa/Casablanca', 'Europe/Dublin', 'America/Santiago', 'Asia/Kathmandu', 'Europe/Istanbul', 'Asia/Pyongyang'],
];
const SEVEN = zones.slice(0, 7);

/** A talk at this hour since 2008, in the zone. */
const talkAt = (zone: string, hours: number) => {
  const startDate =
    DateTime.fromISO('2008-01-01T00:00:00Z', { zone }).plus({ hours }).toISO({ suppressMilliseconds: true }) ?? '';
  const place = { startDate, endDate: startDate, timeZone: zone, location: '', cancelledDate: null };
  const texts = { title: startDate, description: '', room: null, speakers: [], tracks: [], language: { tag: 'en' } };
  const identity = { calendarUid: `${zone} ${hours}`, scheduleRevision: 0, changedDate: startDate, feedbackUrl: '' };
  return { talk: { ...texts, ...identity, type: 'TALK' as const, startDate, durationMinutes: 30 }, event: place };
};
const calendarOf = (talks: readonly (readonly [zone: string, hours: number])[]) =>
  [...talksCalendar({ name: 'Ann', talks: talks.map(([zone, hours]) => talkAt(zone, hours)), now: 0 }).body].join('');

const HOURS_OF_YEAR = 8766;

describe('the time zones of a calendar', () => {
  it('give each talk its instant in ical.js, whatever the talks and their order', () => {
    const talk = fc.tuple(fc.constantFrom(...zones), fc.integer({ min: 0, max: 20 * HOURS_OF_YEAR }));
    fc.assert(
      fc.property(fc.array(talk, { minLength: 1, maxLength: 12 }), (talks) => {
        ICAL.TimezoneService.reset();
        const calendar = new ICAL.Component(ICAL.parse(calendarOf(talks)) as unknown[]);
        const events = calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry));
        const read = events.map(({ startDate }) => startDate.toJSDate().toISOString());
        expect(read).toEqual(events.map(({ summary }) => new Date(summary).toISOString()));
        for (const zone of calendar.getAllSubcomponents('vtimezone')) {
          // Outlook requires it.
          expect(zone.getAllSubcomponents('standard').length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('have at most 200 lines for a speaker in seven zones since 2008: more garble calendars in Google', () => {
    const talks = SEVEN.flatMap((zone, at) =>
      [0, 1, 2, 3].map((talk) => [zone, Math.round((at / 7 + talk * 4.75) * HOURS_OF_YEAR)] as const),
    );
    const lines = calendarOf(talks).split('\r\n');
    const inZones = lines.slice(lines.indexOf('BEGIN:VTIMEZONE'), lines.lastIndexOf('END:VTIMEZONE') + 1);
    expect(inZones.filter((line) => line === 'BEGIN:VTIMEZONE')).toHaveLength(7);
    expect(inZones.length).toBeLessThanOrEqual(200);
  });

  it('have no offset that no talk has, besides the one before the first summer time', () => {
    const summer = (year: number) => ['Europe/Berlin', Math.round((year - 2008 + 0.5) * HOURS_OF_YEAR)] as const;
    const text = calendarOf([2010, 2014, 2020].map(summer));
    expect(text.match(/^(?:BEGIN:(?:STANDARD|DAYLIGHT)|DTSTART:.*|TZOFFSET.*|TZNAME.*)(?=\r)/gm)).toEqual([
      ...['BEGIN:STANDARD', 'DTSTART:20091025T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'TZNAME:CET'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:20100328T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'TZNAME:CEST'],
    ]);
  });
});
