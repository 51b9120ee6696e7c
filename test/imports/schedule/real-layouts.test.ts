import { describe, expect, it } from '@jest/globals';
import { parseSchedule } from '../../../src/transfer/schedule/parse-schedule.js';

/** Layouts that sheets, calendars and sites of real conferences have, with made-up content. */
const ZONE = 'Europe/Oslo';
const instant = (time: string) => Date.parse(time) / 1000;
const MARCH = { startsAt: instant('2027-03-26T09:00+01:00'), endsAt: instant('2027-03-28T17:00+02:00') };
const ONE_DAY = { startsAt: instant('2027-03-27T09:00+01:00'), endsAt: instant('2027-03-27T23:00+01:00') };
const NEW_YEAR = { startsAt: instant('2027-12-30T09:00+01:00'), endsAt: instant('2028-01-02T17:00+01:00') };
const local = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE });

const parse = (lines: string | readonly string[], period = MARCH) =>
  parseSchedule(Buffer.from(typeof lines === 'string' ? lines : lines.join('\n')), null, { zone: ZONE, period });
const talksIn = (lines: string | readonly string[], period = MARCH) =>
  parse(lines, period).talks.map(
    ({ fields }) => `${fields.title}: ${local.format(fields.startsAt * 1000)}, ${fields.durationMinutes} min`,
  );
const problemsIn = (lines: string | readonly string[], period = MARCH) =>
  parse(lines, period).problems.map(({ text }) => text);
const fieldIn = <Field extends keyof ReturnType<typeof parse>['talks'][0]['fields']>(
  lines: string | readonly string[],
  field: Field,
) => parse(lines).talks.map(({ fields }) => fields[field]);

describe('A date', () => {
  it.each([
    'March 27',
    '27 March',
    '27. März',
    '27 de marzo',
    'Sat, Mar 27th',
    '27.3.',
    '3/27',
    'Sat 27/3',
    'Saturday',
    'Sa',
    'Day 2',
    'Tag 2',
  ])('without a year, as "%s", is that of the event', (date) => {
    const sheet = ['date;start;end;title', `${date};10:00 AM;10:45 AM;Ropes`];
    expect(talksIn(sheet)).toEqual(['Ropes: 2027-03-27 10:00, 45 min']);
    expect(talksIn(['start;title;duration', `${date} 10:00;Ropes;45`])).toEqual(['Ropes: 2027-03-27 10:00, 45 min']);
  });

  it('without a year is near the event, which may last into the next one', () => {
    const sheet = ['date,start,title,duration', '31 Dec,23:00,Ropes,45', '1 Jan,10:00,Anchors,45'];
    expect(talksIn(sheet, NEW_YEAR)).toEqual(['Ropes: 2027-12-31 23:00, 45 min', 'Anchors: 2028-01-01 10:00, 45 min']);
  });

  it.each(['30 February', 'Monday', 'Day 4', 'Day 0', 'Quintilis 3', 'March'])('is not "%s"', (date) => {
    expect(problemsIn(['date,start,title', `${date},10:00,Ropes`])).toEqual([
      `Not a date and time: "${date} 10:00"; skipped.`,
    ]);
  });

  it('is not a weekday that the event has twice', () => {
    const week = { ...MARCH, endsAt: instant('2027-04-03T17:00+02:00') };
    expect(problemsIn(['date,start,title', 'Saturday,10:00,Ropes'], week)).toHaveLength(1);
    expect(talksIn(['date,start,title,duration', 'Sunday,10:00,Ropes,5'], week)).toHaveLength(1);
  });

  it('in the first row of a day is that of the rows below', () => {
    const sheet = ['date,start,title,duration', '2027-03-27,10:00,Ropes,45', ',11:00,Anchors,45', ',,Not planned,45'];
    expect(talksIn(sheet)).toEqual(['Ropes: 2027-03-27 10:00, 45 min', 'Anchors: 2027-03-27 11:00, 45 min']);
    expect(problemsIn(sheet)).toEqual(['The talk has no start time yet: skipped.']);
  });

  it('may be absent from the programme of one day', () => {
    const sheet = ['time,title', '14:00-14:30,Ropes', '22:30-00:15,Night watch'];
    expect(talksIn(sheet, ONE_DAY)).toEqual([
      'Ropes: 2027-03-27 14:00, 30 min',
      'Night watch: 2027-03-27 22:30, 105 min',
    ]);
    expect(problemsIn(sheet)[0]).toBe('Not a date and time: "14:00"; skipped.');
  });
});

describe('A table', () => {
  it('with a row for each speaker of a talk has each talk once', () => {
    const rows = ['27.03.2027,14:00-15:30 Uhr,Ropes,Ida Maste', '27.03.2027,14:00-15:30 Uhr,Ropes,Olav Kjetting'];
    const others = ['28.03.2027,14:00-15:30 Uhr,Ropes,Nils Ror', '28.03.2027,14:00-15:30 Uhr,Ropes,Nils Ror'];
    const sheet = ['date,time,title,presenter', ...rows, ...others];
    expect(fieldIn(sheet, 'speakers').map((speakers) => speakers?.map(({ name }) => name))).toEqual([
      ['Ida Maste', 'Olav Kjetting'],
      // Equal rows stay apart.
      ['Nils Ror'],
      ['Nils Ror'],
    ]);
    const withIds = ['id,start,title,speakers', '1,2027-03-27 10:00,Ropes,Ida Maste', '2,2027-03-27 10:00,Ropes,Olav'];
    expect(talksIn(withIds)).toHaveLength(2);
  });

  it('may have names for columns that other sheets have, and lines that end with a carriage return', () => {
    const sheet =
      'Talk Name,Synopsis,Room Name,Presenter Name,Session Start\rRopes,Why,Quay,Ida Maste,2027-03-27 10:00\r';
    expect(parse(sheet).talks[0]?.fields).toMatchObject({ title: 'Ropes', description: 'Why', room: 'Quay' });
    expect(problemsIn(sheet)).toEqual([]);
  });

  it('in several languages is read in English, or else in the first one', () => {
    const sheet = ['start;title_de;title_en;description (fr)', '2027-03-27 10:00;Seile;Ropes;Pourquoi'];
    expect(parse(sheet).talks[0]?.fields).toMatchObject({ title: 'Ropes', description: 'Pourquoi' });
    expect(problemsIn(sheet)).toEqual(['Columns or properties that are not imported: title_de.']);
  });

  it.each(['0900,0930', '9am,9:30 a.m.', '0900-0930,', '9am - 9:30am,', '9 AM to 9:30 AM,'])(
    'may have times without colons, as in "%s"',
    (times) => {
      expect(talksIn(['start,end,title', `${times},Ropes`], ONE_DAY)).toEqual(['Ropes: 2027-03-27 09:00, 30 min']);
    },
  );

  it('may have only the type of a break, which is its title', () => {
    const rows = ['10h00,10h45,Talk,Ropes', '10:45am,11:15am,Coffee Break,', '11:15,11:20,,'];
    const sheet = ['start,end,type,title', ...rows];
    expect(talksIn(sheet, ONE_DAY)).toEqual([
      'Ropes: 2027-03-27 10:00, 45 min',
      'Coffee Break: 2027-03-27 10:45, 30 min',
    ]);
    expect(problemsIn(sheet, ONE_DAY)).toEqual(['A required value is missing: skipped.']);
  });

  it('may say that a cell has no value', () => {
    const sheet = ['start,title,room,speakers,duration', '2027-03-27 10:00,NA,NA,N/A,NULL'];
    expect(parse(sheet).talks[0]?.fields).toMatchObject({ title: 'NA', room: null });
    expect([fieldIn(sheet, 'speakers'), problemsIn(sheet)]).toEqual([[[]], []]);
  });

  it('has the text of markup, also in the only column with a description', () => {
    const sheet = ['start,title,description', '2027-03-27 10:00,Ropes,<p>All <b>about</b> ropes.</p>'];
    expect(fieldIn(sheet, 'description')).toEqual(['All about ropes.']);
  });
});

describe('Entities of HTML', () => {
  const calendar = (title: string, room: string) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'DTSTART:20270327T090000Z', `SUMMARY:${title}`]
      .concat(`LOCATION:${room}`, 'DESCRIPTION:See https://example.org/?a&#x3D;b\\n\\n&quot;Knots&quot;')
      .concat('ORGANIZER;CN=Ida Maste:mailto:ida@example.org', 'END:VEVENT', 'END:VCALENDAR', '');

  it('are characters in a file that writes all names in this way', () => {
    const file = calendar('Q&amp;A: l&#39;ancre', 'Quay &amp; pier').join('\r\n');
    expect(parse(file).talks[0]?.fields).toMatchObject({
      ...{ title: "Q&A: l'ancre", room: 'Quay & pier' },
      description: 'See https://example.org/?a=b\n\n"Knots"',
    });
    // The report names what may be the speaker.
    expect(problemsIn(file)).toEqual(['Columns or properties that are not imported: ORGANIZER.']);
  });

  it('are text in a file with an ampersand or a bracket of its own', () => {
    expect(fieldIn(calendar('Why &amp; is wrong', 'Quay & pier').join('\r\n'), 'title')).toEqual([
      'Why &amp; is wrong',
    ]);
  });
});

it('A calendar without identities has those of its titles', () => {
  const entry = (title: string) => ['BEGIN:VEVENT', 'DTSTART:20270327T100000', `SUMMARY:${title}`, 'END:VEVENT'];
  const file = ['BEGIN:VCALENDAR', 'VERSION:1.0', ...entry('Ropes'), ...entry('Anchors'), 'END:VCALENDAR', ''];
  const { talks, problems } = parse(file.join('\r\n'));
  expect([talks.map(({ foreignId }) => foreignId), problems]).toEqual([['ropes', 'anchors'], []]);
});

it.each([
  ['', '-->'],
  ['\n', '-->\n'],
  ['  ', ''],
])('A calendar in a comment of a page is read', (before, after) => {
  const entry = ['BEGIN:VEVENT', 'UID:1', 'DTSTART:20270327T090000Z', 'SUMMARY:Knots -->', 'END:VEVENT'];
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...entry, 'END:VCALENDAR', after];
  expect(fieldIn(`${before}<!--\n${file.join('\n')}`, 'title')).toEqual(['Knots -->']);
});

it('One identity for all entries of a calendar is numbered, and organizers are named as unused', () => {
  const entry = (title: string, organizer: string) => [
    ...['BEGIN:VEVENT', 'UID:7', 'SEQUENCE: 0', `ORGANIZER;CN=${organizer}:MAILTO:info@example.org`],
    ...['DTSTART:20270327T090000Z', 'DTEND:20270327T093000Z', `SUMMARY:${title}`, 'DESCRIPTION: ', 'LOCATION: Quay'],
    'END:VEVENT',
  ];
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'VTIMEZONE: Europe/Oslo'],
    ...[
      ...entry('Ropes', 'Ida L.R. Maste aka -=mare=-'),
      ...entry('Anchors', 'Olav Kjetting, Nils Ror'),
      'END:VCALENDAR',
    ],
  ];
  expect(talksIn(lines)).toEqual(['Ropes: 2027-03-27 10:00, 30 min', 'Anchors: 2027-03-27 10:00, 30 min']);
  expect(fieldIn(lines, 'room')).toEqual(['Quay', 'Quay']);
  expect(problemsIn(lines)).toEqual([
    'Columns or properties that are not imported: ORGANIZER.',
    'An earlier talk has the same ID "7": both are imported, with a number.',
  ]);
});

it('A break of Sessionize with one ID at several times is not lost', () => {
  const session = (id: string, startsAt: string) => ({ id, title: id, startsAt, endsAt: null, speakers: [] });
  const rooms = [
    { name: 'Quay', sessions: [session('Plenum', '2027-03-27T09:00'), session('Change', '2027-03-27T10:00')] },
    { name: 'Pier', sessions: [session('Plenum', '2027-03-27T09:00'), session('Change', '2027-03-27T11:00')] },
  ];
  expect(talksIn(JSON.stringify([{ date: '2027-03-27T00:00:00', rooms }]))).toEqual([
    'Plenum: 2027-03-27 09:00, undefined min',
    'Change: 2027-03-27 10:00, undefined min',
    'Change: 2027-03-27 11:00, undefined min',
  ]);
});

describe('A Hoverboard site', () => {
  const tracks = [{ title: 'Quay' }, { title: 'Pier' }];
  const slot = (startTime: string, endTime: string, sessions: unknown) => ({ startTime, endTime, sessions });
  const sessions = { 1: { title: 'Ropes' }, 2: { title: 'Workshop' }, 3: { title: 'Anchors' }, 4: { title: 'Sails' } };

  it('of version 1 has lists, and a session in slots that follow one another is one', () => {
    const timeslots = [slot('10:00', '10:45', [[1], [2]]), slot('11:00', '11:45', [[3], [2]])];
    const schedule = [{ date: '2027-03-27', tracks, timeslots }];
    expect(talksIn(JSON.stringify({ schedule, sessions, speakers: {} }))).toEqual([
      'Ropes: 2027-03-27 10:00, 45 min',
      'Workshop: 2027-03-27 10:00, 105 min',
      'Anchors: 2027-03-27 11:00, 45 min',
    ]);
    expect(() => parse(JSON.stringify(schedule))).toThrow(
      'The file is the schedule of a Hoverboard site: put it beside "sessions" and "speakers" in one JSON object.',
    );
  });

  it('of version 2 extends sessions over slots, and divides a slot between several', () => {
    const timeslots = [
      slot('10:00', '10:45', [{ items: [1] }, { items: [2], extend: 2 }]),
      slot('11:00', '11:30', [{ items: [3, 4] }]),
    ];
    const schedule = { '2027-03-27': { date: '2027-03-27', tracks, timeslots } };
    expect(talksIn(JSON.stringify({ schedule, sessions, speakers: {} }))).toEqual([
      'Ropes: 2027-03-27 10:00, 45 min',
      'Workshop: 2027-03-27 10:00, 90 min',
      'Anchors: 2027-03-27 11:00, 15 min',
      'Sails: 2027-03-27 11:15, 15 min',
    ]);
  });
});

describe('A file that is no schedule is named', () => {
  it.each([
    [
      'a workbook',
      'PK\u0003\u0004\u0014\u0000\u00ff',
      'a spreadsheet or another ZIP archive: save the sheet with the talks as CSV',
    ],
    [
      'an old workbook',
      '\u00d0\u00cf\u0011\u00e0',
      'a spreadsheet or another document of Office: save the sheet with the talks as CSV',
    ],
    ['a PDF', '%PDF-1.7', 'a PDF'],
    ['a page', '<!DOCTYPE html>\n<html lang="en">', 'a web page'],
    ['a list in YAML', '- \n  date: "2027-03-27"\n  title: Ropes\n', 'YAML'],
    ['a record in YAML', '# Talks\ntitle: Ropes\nstart: 2027-03-27 10:00\n', 'YAML'],
    [
      'another list of sessions',
      '{"pages":2,"sessions":[{"id":1,"name":"Ropes","start_time":"2027-03-27T10:00Z"}]}',
      'a JSON object with pages, sessions',
    ],
    ['a table without times', 'title,authors,abstract\nRopes,Ida Maste,Why', 'a table without a column for the start'],
    ['a table without titles', 'time,speaker,what\n10:00,Ida Maste,Ropes', 'a table without a column for the title'],
    [
      'other XML',
      '<schedule><day date="2027-03-27"><entry><title>Ropes</title></entry></day></schedule>',
      'XML with days of the element entry, rather than of rooms with the element event',
    ],
  ])('%s', (_, text, what) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(() => parseSchedule(bytes, null, { zone: ZONE })).toThrow(`The file is ${what}. These are read:`);
  });
});
