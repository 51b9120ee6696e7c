import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { linkOf } from '../../../src/transfer/schedule/formats/schedule-fields.js';
import { parseSchedule } from '../../../src/transfer/schedule/parse-schedule.js';

const ZONE = 'Europe/Berlin';
const at = (time: string) => Date.parse(`${time}+02:00`) / 1000;
const file = (name: string) => readFileSync(join(process.cwd(), 'test/fixtures/schedules', name));
const parse = (name: string, edit = (text: string) => text) => {
  const { format, talks, problems } = parseSchedule(Buffer.from(edit(file(name).toString())), null, { zone: ZONE });
  return { format, talks, problems: problems.map(({ row, field, reason }) => [row, field, reason]) };
};
const person = (name: string, id: string | null = null) => ({ name, id });

/** The talk that most of the files contain. */
const trains = {
  title: 'Testing trains',
  description: undefined as string | undefined,
  startsAt: at('2027-05-29T09:30:00'),
  durationMinutes: 45,
  type: undefined as string | undefined,
  language: undefined as string | undefined,
  room: undefined as string | undefined,
  tracks: ['Web'],
  speakers: [person('Ada Byron'), person('Grace Murray')],
  links: undefined as object[] | undefined,
};
/** Each of these files has a link of no kind that is stored. */
const otherLink = [1, 'links', 'LINKS_UNUSED'];
const spring = (time: string) => Date.parse(`${time}:00+01:00`) / 1000;
const GUID = '0b5d2f54-7f7e-5d5d-9d55-2e5a8a6bfb01';

describe('A file is detected and parsed', () => {
  it('as CSV of the website', () => {
    const { format, talks, problems } = parse('website.csv');
    expect([format, problems]).toEqual(['website-csv', []]);
    expect(talks[0]).toMatchObject({
      foreignId: 'opening|',
      fields: { type: 'EVENT_RELATED', speakers: [], tracks: [] },
    });
    expect(talks[1]).toEqual({
      ...{ row: 2, foreignId: 'testing trains|ada byron|grace murray', hasOwnId: false, guid: null, roomGuid: null },
      fields: { ...trains, description: 'Why timetables need "slack"', type: 'TALK', language: 'English - UK' },
    });
    expect(talks[2]?.fields).toMatchObject({
      ...{ title: 'Nachtzüge', startsAt: at('2027-05-29T12:15:00'), durationMinutes: 60, type: 'WORKSHOP' },
      speakers: [person('Jörg Weiß')],
    });
  });

  it('as CSV with a byte order mark, semicolons and any order of columns', () => {
    const { format, talks, problems } = parse('semicolons.csv', (text) => text.replace(/\r?\n/g, '\r\n'));
    expect([format, problems]).toEqual(['csv', []]);
    const links = [{ kind: 'SLIDES', url: 'https://example.org/slides.pdf' }];
    expect(talks[0]).toEqual({
      ...{ row: 2, foreignId: 't1', hasOwnId: true, guid: null, roomGuid: null },
      fields: { ...trains, language: 'en', room: 'Hall 1', links },
    });
    expect(talks[1]?.fields).toEqual({
      ...{ ...trains, title: '=cmd()', startsAt: at('2027-05-29T11:00:00'), durationMinutes: undefined },
      ...{ room: null, tracks: [], speakers: [], links: [] },
    });
  });

  it('as CSV with tabs, date and time apart, and talks that differ only in their day', () => {
    const { format, talks, problems } = parse('tabs.csv');
    expect([format, problems]).toEqual(['csv', []]);
    expect(talks.map(({ foreignId, fields: { startsAt } }) => [foreignId, startsAt])).toEqual([
      ['lunch|', at('2027-05-29T12:00:00')],
      ['lunch| #2', at('2027-05-30T12:00:00')],
      ['talk|ada byron|sammy davis, jr.', at('2027-05-30T13:00:00')],
    ]);
  });

  it('as CSV with mapped columns', () => {
    const columns = new Map([
      ['title', 'Vortrag'],
      ['start', 'Beginn'],
    ]);
    const bytes = Buffer.from('Beginn,Vortrag\n2027-05-29 09:30,Züge\n');
    const { format, talks } = parseSchedule(bytes, null, { zone: ZONE, columns });
    expect([format, talks.map(({ fields }) => fields.title)]).toEqual(['csv', ['Züge']]);
  });

  it('as OpenFeedback', () => {
    const { format, talks, problems } = parse('openfeedback.json');
    expect([format, problems]).toEqual(['openfeedback', []]);
    expect(talks[0]).toEqual({
      ...{ row: 1, foreignId: 's1', hasOwnId: true, guid: null, roomGuid: null },
      fields: { ...trains, tracks: ['Hall 1'], speakers: [person('Ada Byron', 'p1'), person('Grace Murray', 'p2')] },
    });
    expect(talks[1]?.fields).toMatchObject({ title: 'Coffee', type: 'EVENT_RELATED', durationMinutes: 15 });
  });

  it('as both views of Sessionize', () => {
    const all = parse('sessionize-all.json');
    expect([all.format, all.problems]).toEqual(['sessionize', [[4, 'start', 'NOT_SCHEDULED']]]);
    const fields = {
      ...{ ...trains, description: 'Why timetables need slack', room: 'Hall 1' },
      speakers: [person('Ada Byron', 'aaaa-1')],
    };
    expect(all.talks[0]).toEqual({
      ...{ row: 1, foreignId: '101', hasOwnId: true, guid: null, roomGuid: null },
      fields: { ...fields, type: 'WORKSHOP', links: [{ kind: 'VIDEO', url: 'https://example.org/video' }] },
    });
    expect(all.talks.slice(1).map(({ fields: { title, type } }) => [title, type])).toEqual([
      ['Keynote', 'KEYNOTE'],
      ['Lunch', 'EVENT_RELATED'],
    ]);
    const grouped = parse('sessionize-sessions.json');
    expect([grouped.format, grouped.problems]).toEqual(['sessionize', []]);
    expect(grouped.talks.map((talk) => talk.fields)).toEqual([{ ...fields, language: 'Deutsch' }]);
  });

  it('as schedule.json', () => {
    const { format, talks, problems } = parse('schedule.json');
    expect([format, problems]).toEqual(['schedule-json', [otherLink]]);
    expect(talks).toEqual([
      {
        ...{ row: 1, foreignId: GUID, hasOwnId: true, guid: GUID, roomGuid: '6fa07b96-3a5c-4d4a-a0d5-6f0c2b3f4f2a' },
        fields: {
          ...{ ...trains, description: 'Why timetables need slack\n\nAnd more.', type: 'TALK', language: 'en' },
          ...{ room: 'Hall 1', speakers: [person('Ada Byron', 'ADA123'), person('Grace Murray', '7')] },
          links: [{ kind: 'SLIDES', url: 'https://example.org/slides' }],
        },
      },
    ]);
  });

  it('as pretalx, whose talks are identified by their code', () => {
    const { format, talks, problems } = parse('pretalx.json');
    expect([format, problems]).toEqual(['pretalx', [otherLink]]);
    expect(talks).toMatchObject([
      {
        foreignId: 'TRAIN7',
        guid: GUID,
        roomGuid: '6fa07b96-3a5c-4d4a-a0d5-6f0c2b3f4f2a',
        fields: { title: 'Testing trains' },
      },
    ]);
    const listed = parse('pretalx-api.json');
    expect([listed.format, listed.problems]).toEqual(['pretalx', []]);
    expect(listed.talks).toMatchObject([
      { foreignId: 'TRAIN7', fields: { durationMinutes: 45, room: 'Hall 1', tracks: ['Web'], type: 'WORKSHOP' } },
    ]);
  });

  it('as schedule2 of the c3 hub', () => {
    const { format, talks, problems } = parse('hub.json');
    expect([format, problems]).toEqual(['hub', [otherLink]]);
    const guid = '00000000-0000-4000-8000-000000000a01';
    expect(talks[0]).toEqual({
      ...{ row: 1, foreignId: guid, guid, hasOwnId: true, roomGuid: '6fa07b96-3a5c-4d4a-a0d5-6f0c2b3f4f2a' },
      fields: {
        ...{ title: 'Ropes', description: 'Knots that hold\n\nAll about ropes.', startsAt: spring('2027-03-27T10:00') },
        ...{ durationMinutes: 45, type: 'WORKSHOP', language: 'en', room: 'Quay', tracks: ['Craft'] },
        speakers: [person('Ida Maste', '00000000-0000-4000-8000-000000000b01')],
        links: [{ kind: 'SLIDES', url: 'https://hub.example.org/media/ropes.pdf' }],
      },
    });
    expect(talks[1]?.fields).toMatchObject({ room: 'Pier', tracks: ['Iron'], startsAt: spring('2027-03-28T00:15') });
  });

  it('as indico, whose contributions have one identity in all of its exports', () => {
    const { format, talks, problems } = parse('indico-timetable.json');
    expect([format, problems]).toEqual(['indico', []]);
    const ropes = {
      ...{ title: 'Ropes', description: 'All about ropes.', startsAt: spring('2027-03-27T10:00'), durationMinutes: 45 },
      ...{ type: undefined, room: 'Quay', tracks: ['Craft'], speakers: [person('Ida Maste')] },
      links: [{ kind: 'SLIDES', url: 'https://indico.example.org/slides.pdf' }],
    };
    expect(talks[0]).toMatchObject({ foreignId: '31', fields: ropes });
    expect(
      talks
        .slice(1)
        .map(({ foreignId, fields: { title, type, durationMinutes, room, speakers } }) => [
          ...[foreignId, title, type, durationMinutes, room],
          speakers?.map(({ name }) => name),
        ]),
    ).toEqual([
      ['b4', 'Coffee', 'EVENT_RELATED', 30, 'Pier', []],
      ['session s5', 'Posters', undefined, 60, 'Pier', ['Olav Kjetting']],
    ]);
    const event = parse('indico-event.json');
    expect([event.format, event.problems]).toEqual(['indico', []]);
    expect(event.talks).toMatchObject([
      {
        foreignId: '32',
        fields: { title: 'Anchors', type: 'WORKSHOP', tracks: ['Iron'], speakers: [person('Olav Kjetting', '9')] },
      },
      { foreignId: '31', fields: { ...ropes, speakers: [person('Maste, Ida', '8')], links: [] } },
    ]);
  });

  it('as schedule.xml', () => {
    const { format, talks, problems } = parse('schedule.xml');
    expect([format, problems]).toEqual(['schedule-xml', [otherLink]]);
    expect(talks[0]).toEqual({
      ...{ row: 1, foreignId: GUID, hasOwnId: true, guid: GUID, roomGuid: null },
      fields: {
        ...{ ...trains, title: 'Testing trains & <buses>', description: 'Why timetables need slack' },
        ...{ durationMinutes: 75, type: 'WORKSHOP', language: 'de', room: 'Hall 1' },
        speakers: [person('Ada Byron', '9a1c2f54-7f7e-4d5d-9d55-2e5a8a6bfb01'), person('Grace Murray')],
        links: [
          { kind: 'CODE', url: 'https://example.org/repo' },
          { kind: 'SLIDES', url: 'https://example.org/s.pdf' },
        ],
      },
    });
    expect(talks[1]).toMatchObject({ foreignId: 'not-a-guid', guid: null, fields: { durationMinutes: 0, room: null } });
  });
});

describe('A file is refused with its name and the next step', () => {
  const textOf = (json: unknown) => {
    try {
      return parseSchedule(Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)), null, { zone: ZONE })
        .format;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('if it has the speakers of Sessionize', () => {
    const speakers = [{ id: 'a', fullName: 'Ida Maste', sessions: [{ id: 1, name: 'Ropes' }] }];
    expect(textOf(speakers)).toBe(
      'The file is the view "Speakers" of Sessionize, which has no times: use "All", "Sessions" or "GridSmart".',
    );
  });

  it('if it is an answer of pretalx with IDs in place of names', () => {
    const submission = {
      code: 'AB3DEF',
      title: 'Ropes',
      submission_type: 7,
      track: 3,
      speakers: ['XY3Z89'],
      slots: [12],
    };
    const lacks = 'The file lacks the talks or their details: export it again with the parameter';
    expect(textOf({ next: null, results: [submission] })).toBe(
      `${lacks} expand=speakers,submission_type,track,slots.room.`,
    );
    const slots = [{ room: 12, start: '2027-03-27T10:00:00+01:00' }];
    const named = { ...submission, submission_type: { name: { en: 'Talk' } }, track: null, speakers: [], slots };
    expect(textOf({ results: [named] })).toBe(`${lacks} expand=slots.room.`);
  });

  it('if it is an event of indico without its contributions', () => {
    const event = { _type: 'HTTPAPIResult', results: [{ _type: 'Conference', title: 'Harbour Days' }] };
    expect(textOf(event)).toBe(
      'The file lacks the talks or their details: export it again with the parameter detail=sessions.',
    );
  });

  it('if it is another format', () => {
    const read =
      'These are read: schedule.xml, schedule.json, pretalx, the c3 hub, Sessionize, OpenFeedback, Hoverboard, indico, iCalendar, and CSV whose first line names the columns, at least title and start.';
    expect(textOf({ talks: [], total: 0 })).toBe(`The file is a JSON object with talks, total. ${read}`);
    expect(textOf([{ name: 'Ropes', time: '10:00' }])).toBe(`The file is a JSON list with name, time. ${read}`);
    expect(textOf('<html><body/></html>')).toBe(`The file is a web page. ${read}`);
    expect(textOf('Dear all,')).toBe(`The file is a text that begins with "Dear all,". ${read}`);
  });
});

it('The links of a talk have a kind by their title, else by their type', () => {
  const kinds = [
    linkOf('https://example.org', 'media', 'Audio'),
    linkOf('https://example.org', 'media', 'Watch'),
    linkOf('https://example.org', 'slides', null),
    linkOf('https://example.org', 'related', 'Source code'),
    linkOf('https://example.org', 'web', 'Event site'),
    linkOf('https://example.org', 'web', 'Homepage'),
    linkOf('mailto:a@example.org', 'slides', 'Slides'),
  ].map((link) => link?.kind);
  expect(kinds).toEqual(['AUDIO', 'VIDEO', 'SLIDES', 'CODE', 'EVENT_SITE', null, null]);
});
