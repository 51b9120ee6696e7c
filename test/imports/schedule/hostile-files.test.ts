import { describe, expect, it } from '@jest/globals';
import { parseOrReport } from '../../../src/transfer/schedule/import-talks.js';
import type { ScheduleFormat } from '../../../src/transfer/schedule/parse-schedule.js';
import { threadCpuMs } from '../../support/cpu-time.js';

const options = { zone: 'Europe/Berlin' };
/** The problems of a file: row, field and reason. */
function problemsOf(content: string | Uint8Array, format: ScheduleFormat | null = null) {
  const { problems } = parseOrReport(typeof content === 'string' ? Buffer.from(content) : content, format, options);
  return problems.map(({ row, field, reason }) => [row, field, reason]);
}
const whole = (reason: string) => [[null, null, reason]];
const csv = (...rows: string[]) => ['id,title,start,duration,slides', ...rows].join('\n');

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "${'&lol;'.repeat(10)}">]>
<schedule><day><room><event id="1"><title>&lol2;</title></event></room></day></schedule>`;

describe('A hostile file yields a report', () => {
  it.each([
    ['billion laughs', LAUGHS, 'DOCTYPE_FORBIDDEN'],
    ['an external entity', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><schedule/>', 'DOCTYPE_FORBIDDEN'],
    ['an unknown entity', '<schedule><day>&secret;</day></schedule>', 'FILE_UNREADABLE'],
    ['an unclosed element', '<schedule><day>', 'FILE_UNREADABLE'],
    ['nested elements', `<schedule>${'<a>'.repeat(100)}`, 'TOO_DEEP'],
    ['nested lists', `${'['.repeat(100_000)}`, 'TOO_DEEP'],
    ['invalid JSON', '{"sessions": [}', 'FILE_UNREADABLE'],
    ['other JSON', '{"__proto__": {"sessions": []}}', 'FORMAT_UNKNOWN'],
    ['another XML document', '<html></html>', 'FORMAT_UNKNOWN'],
    ['no text', '', 'FORMAT_UNKNOWN'],
    ['another text', 'Dear all,\nplease find the schedule attached.', 'FORMAT_UNKNOWN'],
    ['unclosed quotes', `title,start\n${'"Talk,2027-05-29 09:00\n'.repeat(21)}`, 'FILE_UNREADABLE'],
    ['too many values', `{"sessions": [${'{},'.repeat(500_001)}{}]}`, 'FILE_UNREADABLE'],
    ['too many cells', `title,start${','.repeat(500_001)}`, 'FILE_UNREADABLE'],
    ['too many talks', csv(...Array<string>(5_001).fill('x,Talk,2027-05-29 09:00,,')), 'TOO_MANY_TALKS'],
  ])('%s', (_, content, reason) => {
    expect(problemsOf(content)).toEqual(whole(reason));
  });

  it('of more than 10 MB, or in another encoding', () => {
    expect(problemsOf(Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))).toEqual(whole('FILE_TOO_LARGE'));
    expect(problemsOf(Uint8Array.of(0x74, 0xff, 0xfe, 0))).toEqual(whole('FILE_UNREADABLE'));
  });

  it('with a field of almost 10 MB, in each kind of file', () => {
    const long = 'x'.repeat(10_000_000);
    expect(problemsOf(csv(`1,${long},2027-05-29 09:00,,`))).toEqual([[2, 'title', 'TEXT_TOO_LONG']]);
    const session = { id: '1', title: 'Talk', description: long, startsAt: '2027-05-29T09:00:00' };
    expect(problemsOf(JSON.stringify({ sessions: [session] }))).toEqual([[1, 'description', 'TEXT_TOO_LONG']]);
    const event = `<event id="1"><title>Talk</title><date>2027-05-29T09:00:00Z</date><abstract>${long}</abstract></event>`;
    expect(problemsOf(`<schedule>${event}</schedule>`)).toEqual([[1, 'description', 'TEXT_TOO_LONG']]);
  });

  it('with millions of parts or blanks in one cell', () => {
    const row = (column: string, cell: string) => `title,start,${column}\nTalk,2027-05-29 09:00,"${cell}"`;
    expect(problemsOf(row('track', '|'.repeat(9_000_000)))).toEqual([]);
    expect(problemsOf(row('track', 'a|'.repeat(4_000_000)))).toEqual([]);
    expect(problemsOf(row('speakers', 'a,'.repeat(200_000)))).toEqual([[2, 'speakers', 'TOO_MANY_SPEAKERS']]);
    expect(problemsOf(row('room', 'x '.repeat(4_000_000)))).toEqual([[2, 'room', 'TEXT_TOO_LONG']]);
    expect(problemsOf(row('duration', ' '.repeat(9_000_000)))).toEqual([]);
    expect(problemsOf(row('end', `1${' '.repeat(9_000_000)}x`))).toEqual([[2, 'end', 'NUMBER_OUT_OF_RANGE']]);
  });

  it('that repeats one text in thousands of talks', () => {
    const slots = Array(1_000).fill({ start: '2027-05-29T09:00:00Z', end: '2027-05-29T10:00:00Z' });
    const submission = { code: 'A', title: 'Talk', submission_type: 'Talk', description: 'x'.repeat(65_000), slots };
    expect(problemsOf(JSON.stringify({ results: [submission] }))).toEqual(whole('FILE_TOO_LARGE'));
    const day = {
      date: '2027-05-29',
      timeslots: [{ startTime: '09:00', sessions: [{ items: Array(5_001).fill('1') }] }],
    };
    expect(problemsOf(JSON.stringify({ schedule: { a: day }, sessions: { 1: { title: 'Talk' } } }))).toEqual(
      whole('TOO_MANY_TALKS'),
    );
  });

  it('whose abstract is almost in its description', async () => {
    const [abstract, description] = [`ab${'a'.repeat(200_000)}`, 'a'.repeat(4_000_000)];
    const event = `<abstract>${abstract}</abstract><description>${description}</description>`;
    const file = `<schedule><event id="1"><title>T</title><date>2027-05-29T09:00:00Z</date>${event}</event></schedule>`;
    expect(await threadCpuMs(() => problemsOf(file))).toBeLessThan(2_000);
  });

  it('with invalid rows', () => {
    const rows = ['1,A,2027-02-30 09:00,,', '2,,2027-05-29 09:00,,', '3,C,,,', '4,D,2027-05-29 25:00,,'];
    expect(problemsOf(csv(...rows, '5,E,2027-05-29 09:00,-5,javascript:x', '5,F,2027-05-29 09:00,,', ',G,,,'))).toEqual(
      [
        [2, 'start', 'DATE_UNREADABLE'],
        [3, 'title', 'FIELD_REQUIRED'],
        [4, 'start', 'NOT_SCHEDULED'],
        [5, 'start', 'DATE_UNREADABLE'],
        [6, 'duration', 'NUMBER_OUT_OF_RANGE'],
        [6, 'links', 'URL_INVALID'],
        [7, 'id', 'ID_NUMBERED'],
        [8, 'id', 'ID_MISSING'],
      ],
    );
  });

  it('with more than 100 speakers, tracks or links of a talk', () => {
    const names = Array.from({ length: 101 }, (_, index) => `N${index}`);
    const session = {
      ...{ guid: '1', title: 'Talk', date: '2027-05-29T09:00:00Z', persons: names.map((name) => ({ name })) },
      links: names.map((name) => ({ url: `https://example.org/${name}`, title: 'Slides' })),
    };
    const json = { schedule: { conference: { days: [{ rooms: { Attic: [session] } }] } } };
    expect(problemsOf(JSON.stringify(json))).toEqual([
      [1, 'speakers', 'TOO_MANY_SPEAKERS'],
      [1, 'links', 'TOO_MANY_LINKS'],
    ]);
    expect(problemsOf(`title,start,track\nTalk,2027-05-29 09:00,${names.join('|')}`)).toEqual([
      [2, 'tracks', 'TOO_MANY_TRACKS'],
    ]);
  });

  it('with names of prototypes as IDs', () => {
    const speakers = '"speakers": {"__proto__": {"name": "P"}, "constructor": {"name": "C"}}';
    const talk =
      '{"title": "T", "startTime": "2027-05-29T09:00:00", "speakers": ["__proto__", "toString", "constructor"]}';
    const parsed = parseOrReport(Buffer.from(`{"sessions": {"__proto__": ${talk}}, ${speakers}}`), null, options);
    expect(parsed).toMatchObject({
      talks: [{ foreignId: '__proto__', fields: { speakers: [{ name: 'P' }, { name: 'C' }] } }],
    });
  });

  it('whose sentences are short', () => {
    const [found] = parseOrReport(Buffer.from(csv(`1,A,${'9'.repeat(1_000)},,`)), null, options).problems;
    expect(found).toEqual({
      row: 2,
      field: 'start',
      reason: 'DATE_UNREADABLE',
      text: `Not a date and time: "${'9'.repeat(100)}…"; skipped.`,
    });
  });
});
