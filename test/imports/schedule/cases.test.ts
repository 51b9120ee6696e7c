import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseSchedule } from '../../../src/transfer/schedule/parse-schedule.js';

const instant = (time: string) => Date.parse(time) / 1000;
const MARCH = { startsAt: instant('2027-03-27T09:00+01:00'), endsAt: instant('2027-03-28T17:00+02:00') };
const APRIL = { startsAt: instant('2027-04-01T09:00+02:00'), endsAt: instant('2027-04-30T17:00+02:00') };
const SEPTEMBER = { startsAt: instant('2027-09-24T09:00+02:00'), endsAt: instant('2027-09-25T17:00+02:00') };

function parse(name: string, period = MARCH) {
  const bytes = readFileSync(join(process.cwd(), 'test/fixtures/schedules/cases', name));
  return parseSchedule(bytes, null, { zone: 'Europe/Oslo', period });
}

/** Title, start in the zone of the event, and minutes. */
function talksOf(name: string, period = MARCH) {
  const local = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Oslo' });
  return parse(name, period).talks.map(
    ({ fields: { title, startsAt, durationMinutes } }) =>
      `${title}: ${local.format(startsAt * 1000)}, ${durationMinutes} min`,
  );
}

const fieldOf = <Field extends keyof ReturnType<typeof parse>['talks'][0]['fields']>(
  name: string,
  field: Field,
  period = MARCH,
) => parse(name, period).talks.map(({ fields }) => fields[field]);
const speakersOf = (name: string, period = MARCH) =>
  fieldOf(name, 'speakers', period).map((speakers) => speakers?.map((speaker) => speaker.name));
const reasonsOf = (name: string, period = MARCH) => parse(name, period).problems.map(({ reason }) => reason);

describe('A table', () => {
  it.each([
    [
      'with a date, a start and an end',
      '11-date-start-end.csv',
      MARCH,
      ['Ropes: 2027-03-27 10:00, 45 min', 'Anchors: 2027-03-27 11:00, 20 min', 'Long night: 2027-03-27 23:30, 60 min'],
    ],
    [
      'with the day first in all dates',
      '12-day-first.csv',
      APRIL,
      [
        'Ropes: 2027-04-05 10:00, 45 min',
        'Anchors: 2027-04-05 11:00, 60 min',
        'Sails: 2027-04-13 10:00, 60 min',
        'Masts: 2027-04-13 11:00, 90 min',
      ],
    ],
    [
      'with ranges of times',
      '13-time-range.csv',
      SEPTEMBER,
      ['Ropes: 2027-09-24 14:00, 90 min', 'Anchors: 2027-09-24 16:00, 20 min'],
    ],
    [
      'of Google Calendar',
      '14-google-calendar.csv',
      MARCH,
      ['Ropes: 2027-03-27 10:00, 45 min', 'Night watch: 2027-03-27 23:30, 60 min'],
    ],
    [
      'with times and durations in many forms',
      '20-times.csv',
      MARCH,
      [
        'Ruby zone name: 2027-03-27 11:00, 45 min',
        'Short offset: 2027-03-27 10:00, 45 min',
        'Month name: 2027-03-27 10:00, 45 min',
        'Day month name: 2027-03-27 10:00, 45 min',
        'Weekday: 2027-03-27 10:00, 45 min',
        'ISO duration: 2027-03-27 10:00, 45 min',
        'Words: 2027-03-27 11:00, 90 min',
        'Three parts: 2027-03-27 12:00, 60 min',
        'Midnight: 2027-03-28 00:00, 45 min',
        'Fraction: 2027-03-27 13:00, 90 min',
        'Slashes: 2027-03-27 10:00, 45 min',
        'Dots: 2027-03-27 10:00, 45 min',
      ],
    ],
    [
      'with the dates and the times of start and end apart',
      '22-start-date-start-time.csv',
      MARCH,
      ['Ropes: 2027-03-27 16:00, 45 min', 'Night watch: 2027-03-27 23:30, 60 min'],
    ],
    [
      'of Guidebook',
      '25-guidebook.csv',
      MARCH,
      ['Ropes: 2027-03-27 10:00, 45 min', 'Anchors: 2027-03-27 11:00, 20 min'],
    ],
    [
      'with talks before the start of the first day',
      '29-early.csv',
      MARCH,
      ['Registration: 2027-03-27 08:30, 30 min', 'Ropes: 2027-03-27 09:30, 30 min'],
    ],
  ])('%s', (_, name, period, talks) => {
    expect(talksOf(name, period)).toEqual(talks);
    const notes = name === '20-times.csv' ? ['DURATION_ASSUMED'] : [];
    expect(reasonsOf(name, period).filter((reason) => reason !== 'COLUMNS_UNUSED')).toEqual(notes);
  });

  it('has its rooms, tracks and both texts', () => {
    expect(fieldOf('14-google-calendar.csv', 'room')).toEqual(['Quay', 'Quay']);
    expect(fieldOf('22-start-date-start-time.csv', 'room')).toEqual(['Quay', 'Quay']);
    expect(fieldOf('25-guidebook.csv', 'tracks')).toEqual([['Craft'], ['Craft', 'Iron']]);
    expect(fieldOf('25-guidebook.csv', 'room')).toEqual(['Quay', 'Pier']);
    expect(fieldOf('23-abstract-description.csv', 'description')).toEqual([
      'Why ropes hold.\n\nBring gloves and a knife.',
    ]);
  });

  it('names the columns that are not imported', () => {
    const { problems } = parse('14-google-calendar.csv');
    expect(problems.map(({ text }) => text)).toEqual([
      'Columns or properties that are not imported: All Day Event, Private.',
    ]);
  });

  it('has one or several speakers in a cell', () => {
    expect(speakersOf('34-speaker-cells.csv')).toEqual([
      ['Ida Maste (Ropes, Inc.)', 'Olav Kjetting'],
      ['Maste, Ida', 'Kjetting, Olav'],
      ['Ida Maste', 'Olav Kjetting'],
      ['Ida Maste', 'Olav Kjetting'],
      ['Maste, Ida'],
    ]);
    expect(speakersOf('12-day-first.csv', APRIL)[1]).toEqual(['Maste, Ida']);
    expect(speakersOf('12-day-first.csv', APRIL)[3]).toEqual(['Ida Maste (Ropes, Inc.)', 'Olav Kjetting']);
  });

  it('whose dates fit both orders is read with the month first, which is said', () => {
    const parsed = parseSchedule(Buffer.from('title,start\nRopes,05/04/2027 10:00\n'), null, { zone: 'UTC' });
    expect(parsed.talks[0]?.fields.startsAt).toBe(instant('2027-05-04T10:00Z'));
    expect(parsed.problems.map(({ text }) => text)).toEqual([
      'Dates with slashes fit both orders of day and month: "05/04/2027 10:00" is read as 4 May 2027.',
    ]);
  });
});

describe('A Pentabarf file', () => {
  it('without dates has those of its days, which change at a given time', () => {
    expect(talksOf('01-pentabarf-no-date.xml')).toEqual([
      'Ropes: 2027-03-27 10:00, 50 min',
      'Night watch: 2027-03-28 00:15, 60 min',
      'After the clock change: 2027-03-28 10:00, 50 min',
    ]);
    expect(speakersOf('01-pentabarf-no-date.xml')[0]).toEqual(['Ida Maste']);
    expect(talksOf('02-json-no-date.json')).toEqual(['Ropes: 2027-03-27 10:00, 50 min']);
  });

  it('has subtitles, and texts without markup', () => {
    const [ropes] = fieldOf('01-pentabarf-no-date.xml', 'description');
    expect(ropes).toContain('Knots that hold\n\nAll about ropes.\n\nBring gloves & a knife.');
    expect(ropes).toMatch(/- hemp\n\s*- steel$/);
    const [question] = fieldOf('26-subtitle.xml', 'description');
    expect(question).toContain('Why ropes break when nobody looks\n\nA short talk.\n\nFirst & second.');
    expect(question).not.toMatch(/[<>]|&amp;/);
  });

  it('has the first of several languages', () => {
    expect(fieldOf('04-languages.xml', 'language')).toEqual(['de, en', 'de/en']);
  });

  it('has links by the words of their titles, also to relative addresses', () => {
    expect(fieldOf('05-relative-attachments.json', 'links')).toEqual([
      [{ kind: 'SLIDES', url: 'https://fahrplan.example.org/system/attachments/1/ropes.pdf?1' }],
    ]);
    // The others are named.
    expect(reasonsOf('05-relative-attachments.json')).toEqual(['LINKS_UNUSED']);
  });
});

describe('The time zone of a file', () => {
  it.each([
    [
      'schedule.xml',
      '01-pentabarf-no-date.xml',
      '<conference>',
      '<conference><time_zone_name>Europe/London</time_zone_name>',
    ],
    ['schedule.json', '02-json-no-date.json', 'Europe/Oslo', 'Europe/London'],
    [
      'iCalendar',
      '15-programme.ics',
      /DTSTART;TZID=[^:]*:|VERSION:2.0/g,
      (text: string) => (text === 'VERSION:2.0' ? `${text}\r\nX-WR-TIMEZONE:Europe/London` : 'DTSTART:'),
    ],
  ] as const)('of %s wins over that of the event, which is said', (_, name, from, to) => {
    const file = readFileSync(join(process.cwd(), 'test/fixtures/schedules/cases', name), 'utf8');
    const text = typeof to === 'string' ? file.replace(from, to) : file.replaceAll(from, to);
    const { talks, problems, understanding } = parseSchedule(Buffer.from(text), null, {
      zone: 'Europe/Oslo',
      period: MARCH,
    });
    expect(talks[0]?.fields.startsAt).toBe(instant('2027-03-27T10:00Z'));
    expect(problems.map(({ reason }) => reason)).toContain('ZONE_OF_FILE');
    expect(understanding.timeZone).toBe('Europe/London');
  });
});

describe('A file of pretalx', () => {
  it('has a talk for each slot', () => {
    expect(talksOf('07-recurring.json')).toEqual([
      'Knot workshop: 2027-03-27 10:00, 60 min',
      'Knot workshop: 2027-03-28 10:00, 60 min',
    ]);
    expect(talksOf('32-pretalx-api-two-slots.json')).toEqual([
      'Sprint: ropes: 2027-03-27 09:00, 180 min',
      'Sprint: ropes: 2027-03-27 14:00, 180 min',
    ]);
    expect(fieldOf('32-pretalx-api-two-slots.json', 'links')[0]).toEqual([
      { kind: 'SLIDES', url: 'https://talks.example.org/media/ropes.pdf' },
    ]);
  });

  it('that is one page of several is not complete', () => {
    const { talks, isComplete } = parse('36-pretalx-page1.json');
    expect([talks.length, isComplete]).toEqual([2, false]);
    expect(reasonsOf('36-pretalx-page1.json')).toEqual(['SOURCE_INCOMPLETE']);
    expect(parse('36-pretalx-all.json').isComplete).toBe(true);
  });
});

describe('The types of sessions', () => {
  it('are not words in other words, nor topics', () => {
    expect(fieldOf('09-sessionize-breakout.json', 'type')).toEqual(['TALK', 'TALK', 'TALK']);
    expect(fieldOf('09-sessionize-breakout.json', 'language')).toEqual([undefined, undefined, undefined]);
    expect(fieldOf('10-openfeedback-tags.json', 'type')).toEqual([undefined, undefined, undefined]);
    expect(fieldOf('10-openfeedback-tags.json', 'description')[0]).toBe('All about ropes.');
  });
});

describe('Other formats', () => {
  it('Sessionize GridSmart', () => {
    expect(talksOf('16-gridsmart.json')).toEqual([
      'Ropes: 2027-03-27 10:00, 45 min',
      'Lunch: 2027-03-27 12:00, 60 min',
      'Anchors: 2027-03-27 10:00, 45 min',
    ]);
    expect(fieldOf('16-gridsmart.json', 'type')).toEqual([undefined, 'EVENT_RELATED', undefined]);
    expect(fieldOf('16-gridsmart.json', 'room')).toEqual(['Quay', 'Quay', 'Pier']);
    expect(fieldOf('16-gridsmart.json', 'tracks')[0]).toEqual(['Craft']);
  });

  it('Hoverboard', () => {
    expect(talksOf('18-hoverboard.json')).toEqual([
      'Ropes: 2027-03-27 10:00, 45 min',
      'Anchors: 2027-03-27 10:00, 45 min',
    ]);
    expect(fieldOf('18-hoverboard.json', 'room')).toEqual(['Quay', 'Pier']);
    expect(speakersOf('18-hoverboard.json')).toEqual([['Ida Maste'], ['Olav Kjetting']]);
  });

  it('iCalendar', () => {
    expect(talksOf('15-programme.ics')).toEqual([
      'Ropes: 2027-03-27 10:00, 45 min',
      'After the clock change: 2027-03-28 10:00, 45 min',
    ]);
    expect(parse('15-programme.ics').talks[0]).toMatchObject({
      foreignId: 'ab3def@harbour.example.org',
      fields: { description: 'All about ropes, and\n knots.', room: 'Quay', tracks: ['CRAFT'] },
    });
  });

  it('without any talk are a problem', () => {
    expect(() => parseSchedule(Buffer.from('{"sessions":[]}'), 'sessionize', { zone: 'UTC' })).toThrow(
      'The file contains no talk, read as sessionize.',
    );
  });
});
