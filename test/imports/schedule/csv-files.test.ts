import { randomInt } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parseSchedule } from '../../../src/transfer/schedule/parse-schedule.js';
import { pick, randomFrom } from '../../process/random-world.js';

describe('A CSV file', () => {
  const read = (bytes: Uint8Array) => {
    const { talks, problems } = parseSchedule(bytes, null, { zone: 'UTC' });
    return [talks[0]?.fields.title, ...problems.map(({ text }) => text)];
  };

  it('is read in UTF-16 with a byte order mark', () => {
    const bytes = Buffer.from('\ufefftitle,start\nRöpes,2027-03-27 10:00\n', 'utf16le');
    expect(read(bytes)).toEqual(['Röpes']);
    expect(read(bytes.swap16())).toEqual(['Röpes']);
  });

  it('is read in Windows-1252, which is said', () => {
    const bytes = Buffer.from('title;start\nR\xf6pes \x96 5 \x80;2027-03-27 10:00\n', 'latin1');
    expect(read(bytes)).toEqual([
      'Röpes – 5 €',
      'The file is not in UTF-8: it is read as Windows-1252. If names look wrong, save it as UTF-8.',
    ]);
  });

  it('loses no other row by a quotation mark that nothing closes', () => {
    const rows = ['title,start,room', '"Röpes\r\nand oars",2027-03-27 10:00,"Quay"', '"5 disks,2027-03-27 11:00,Pier'];
    const file = [...rows, 'Sails,2027-03-27 12:00,"Quay"', '"Masts",2027-03-27 13:00,Pier'].join('\r\n');
    const { talks, problems } = parseSchedule(Buffer.from(file), null, { zone: 'UTC' });
    expect(talks.map(({ fields }) => [fields.title, fields.room])).toEqual([
      ['Röpes and oars', 'Quay'],
      ['5 disks', 'Pier'],
      ['Sails', 'Quay'],
      ['Masts', 'Pier'],
    ]);
    expect(problems).toMatchObject([{ row: 3, reason: 'QUOTE_UNCLOSED' }]);
  });

  it('may name its separator in a first line', () => {
    expect(read(Buffer.from('\ufeffsep=;\r\ntitle;start\r\nRopes, oars;2027-03-27 10:00\r\n'))).toEqual([
      'Ropes, oars',
    ]);
  });

  it('in UTF-8 with an invalid byte is refused, rather than read in another encoding', () => {
    const bytes = Buffer.concat([
      Buffer.from('title,start\nRöpes '),
      Buffer.of(0xe4),
      Buffer.from(',2027-03-27 10:00\n'),
    ]);
    expect(() => read(bytes)).toThrow('save or export it as UTF-8');
  });
});

/** A talk of a generated file, with its start and end in Oslo. */
interface Row {
  readonly title: string;
  readonly day: number;
  readonly start: readonly [hour: number, minute: number];
  readonly minutes: number;
  readonly room: string;
  readonly description: string;
  readonly speakers: readonly string[];
}

const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
const random = randomFrom(seed);
const one = <Value>(values: readonly Value[]): Value => pick(random, values)!;
const two = (number: number): string => String(number).padStart(2, '0');

const rowOf = (serial: number): Row => ({
  title: `${one(['Röpes', 'Knots, "all"', 'Sails; tabs\tand', 'Prix: 5 €', '5" disks'])} ${serial}`,
  ...{ day: one([3, 4, 5]), start: [one([8, 9, 12, 17]), one([0, 5, 30])], minutes: one([5, 45, 60, 90]) },
  room: one(['Quay', 'Saal "Ä"', '']),
  description: one(['', 'One\n\ntwo, "three"; four', 'É\tè']),
  speakers: one([[], ['Ida Maste'], ['Ida Maste (Ropes, Inc.)', 'Olav Kjetting']]),
});

/** Forms of 3 to 5 May 2027. Read in the other order, none is near the event. */
const dates: Readonly<Record<string, (day: number) => string>> = {
  'year first': (day) => `2027-05-${two(day)}`,
  'day first': (day) => `${two(day)}/05/2027`,
  'month first': (day) => `5/${day}/2027`,
  dotted: (day) => `${day}.5.2027`,
  named: (day) => `May ${day}, 2027`,
};

const clock = ({ start: [hour, minute] }: Row, after = 0): string => {
  const minutes = hour * 60 + minute + after;
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

type Cells = (row: Row, date: string) => readonly string[];
/** Headings and cells of times. */
const layouts: Readonly<Record<string, readonly [headings: readonly string[], cells: Cells]>> = {
  'start, duration': [['start', 'duration'], (row, date) => [`${date} ${clock(row)}`, String(row.minutes)]],
  'start, end': [['Beginn', 'Ende'], (row, date) => [`${date} ${clock(row)}`, `${date} ${clock(row, row.minutes)}`]],
  'date, start, end': [['Datum', 'Von', 'Bis'], (row, date) => [date, clock(row), clock(row, row.minutes)]],
  'date and time of start and end': [
    ['Start Date', 'Start Time', 'End Date', 'End Time'],
    (row, date) => [date, clock(row), date, clock(row, row.minutes)],
  ],
  'date, range': [['date', 'time'], (row, date) => [date, `${clock(row)} - ${clock(row, row.minutes)}`]],
};

const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16, big-endian': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'Windows-1252': (text) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1'),
};

describe(`A generated CSV file is read as it was written (TEST_SEED=${seed})`, () => {
  const period = {
    startsAt: Date.parse('2027-05-03T08:00+02:00') / 1000,
    endsAt: Date.parse('2027-05-05T18:00+02:00') / 1000,
  };
  const quoted = (cell: string): string => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

  it.each(Object.keys(layouts))('with %s, in all forms of dates, separators and encodings', (layout) => {
    const [headings, cellsOf] = layouts[layout]!;
    for (const [order, dateOf] of Object.entries(dates)) {
      for (const separator of [',', ';', '\t']) {
        for (const [encoding, encode] of Object.entries(encodings)) {
          const rows = [1, 2, 3, 4].map(rowOf);
          const lines = rows.map((row) => [
            row.title,
            ...cellsOf(row, dateOf(row.day)),
            row.room,
            row.description,
            row.speakers.join('|'),
          ]);
          const table = [['title', ...headings, 'room', 'description', 'speakers'], ...lines];
          const text = table.map((line) => line.map(quoted).join(separator)).join(one(['\n', '\r\n']));
          const { talks, problems } = parseSchedule(encode(text), null, { zone: 'Europe/Oslo', period });
          const read = talks.map(({ fields: { title, startsAt, durationMinutes, room, description, speakers } }) => ({
            ...{ title, startsAt, durationMinutes, room, description, speakers: speakers?.map(({ name }) => name) },
          }));
          const written = rows.map((row) => ({
            ...{ title: row.title.replace('\t', ' '), durationMinutes: row.minutes, room: row.room || null },
            startsAt: Date.parse(`2027-05-${two(row.day)}T${clock(row)}+02:00`) / 1000,
            ...{ description: row.description, speakers: row.speakers },
          }));
          expect([order, separator, encoding, read]).toEqual([order, separator, encoding, written]);
          expect(problems.map(({ reason }) => reason)).toEqual(
            encoding === 'Windows-1252' && /[^\x00-\x7f]/.test(text) ? ['ENCODING_ASSUMED'] : [],
          );
        }
      }
    }
  });
});
