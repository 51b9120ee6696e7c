import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { cleanUp } from '../support/clean-up.js';
import { startService, type TestService } from '../support/service.js';
import { openKhal, parseFeed, readers, type Entry } from './readers.js';

const DAY_MS = 86_400_000;
const names = Object.keys(readers);

let service: TestService;
let [event, talk, token] = ['', '', ''];

/** A day from today at a time in UTC. */
const inDays = (days: number, time = '00:00:00Z') =>
  `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${time}`;

/** From the day before both changes of the clock until the day after them, in both halves of the year. */
const talks: readonly (readonly [title: string, start: string, minutes: number])[] = [
  ['Before spring', '2025-03-29T10:00:00+01:00', 45],
  ['Night of the change', '2025-03-30T03:30:00+02:00', 30],
  ['After spring', '2025-03-30T10:00:00+02:00', 45],
  ['Without a duration', '2025-06-01T10:00:00+02:00', 0],
  ['Three days', '2025-07-01T10:00:00+02:00', 4320],
  ['Ünï 🎉; a, b\\c and a title that is longer than a line of seventy-five octets', '2025-10-25T10:00:00+02:00', 45],
  ['The hour that is repeated', '2025-10-26T02:30:00+01:00', 15],
  ['After autumn', '2025-10-26T10:00:00+01:00', 45],
];
const expected: readonly Entry[] = talks.map(([title, start]) => [title, new Date(start).toISOString().slice(0, 16)]);
const byStart = (entries: readonly Entry[]) => [...entries].sort(([, one], [, other]) => (one < other ? -1 : 1));

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const days = { starts_at: '2025-03-29T08:00:00Z', ends_at: '2025-10-27T18:00:00Z' };
  event = await make.createEvent(pool, { name: 'Clocks', ...days });
  for (const [title, starts_at, duration_minutes] of talks) {
    talk = await make.createTalk(pool, event, { title, starts_at, duration_minutes });
  }
  const host = await make.createUser(pool);
  await make.createHost(pool, event, host);
  token = await make.createToken(pool, host);
  const call = {
    cfp_starts_at: inDays(-3),
    cfp_ends_at: inDays(4, '10:00:00Z'),
    cfp_url: 'https://example.org/?a=1&b=2',
  };
  const next = { starts_at: inDays(20, '08:00:00Z'), ends_at: inDays(21, '16:00:00Z') };
  await make.createEvent(pool, { name: 'Next & last', ...next, ...call });
});
afterAll(async () => {
  await cleanUp();
  await service.stop();
});

const read = async (path: string) => (await fetch(`${service.base}/feeds/${path}`)).text();

describe('the calendar of an event, across both changes of the clock', () => {
  it.each(names)('has the same times in %s', async (name) => {
    const entries = await readers[name]!([await read(`events/${event}.ics`)], '2025-03-01', 300);
    expect(byStart(entries)).toEqual(expected);
  });
});

describe('calendars of whole days', () => {
  it.each(names)('have the same days in %s', async (name) => {
    const dates = (path: string) =>
      read(path).then((calendar) => readers[name]!([calendar], new Date().toISOString().slice(0, 10), 40));
    expect(await dates('events.ics?filter=upcoming')).toEqual([['Next & last', inDays(20).slice(0, 10)]]);
    expect(await dates('cfps.ics')).toEqual([['Call for papers closes: Next & last', inDays(4).slice(0, 10)]]);
  });
});

describe('the Atom feed of calls for papers', () => {
  it('is read by feedparser', async () => {
    expect(await parseFeed(await read('cfps.atom'))).toEqual({
      ...{ bozo: false, version: 'atom10', title: 'Open calls for papers' },
      link: `${service.base}/v2.1/events?filter=cfp`,
      entries: [
        [
          'Call for papers: Next & last',
          'https://example.org/?a=1&b=2',
          expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
        ],
      ],
    });
  });
});

describe('a talk that is moved', () => {
  it('is one entry of khal at the new time, after two imports', async () => {
    const khal = await openKhal();
    await khal.import(await read(`talks/${talk}.ics`));
    expect(await khal.list('2025-10-01', 60)).toEqual([['After autumn', '2025-10-26T09:00']]);
    const before = await sequenceIn(khal.entries);

    const path = `${service.base}/v2.1/talks/${talk}`;
    const { talks: shown } = (await (await fetch(path)).json()) as { talks: Readonly<Record<string, unknown>>[] };
    const moved = await fetch(path, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...shown[0], start_date: '2025-10-27T15:00:00+01:00' }),
    });
    expect(moved.status).toBe(204);

    for (let time = 0; time < 2; time += 1) await khal.import(await read(`talks/${talk}.ics`));
    expect(await khal.list('2025-10-01', 60)).toEqual([['After autumn', '2025-10-27T14:00']]);
    expect(await sequenceIn(khal.entries)).toBe(before + 1);
  });
});

it('the table of readers has a row for each reader of these tests', async () => {
  const page = await readFile('docs/calendars.md', 'utf8');
  const rows = page.slice(page.indexOf('## Readers')).match(/(?<=^\| )\S+(?= +\|)/gm);
  expect(rows).toEqual(expect.arrayContaining([...names, 'ConfClerk', 'feedparser']));
});

/** `SEQUENCE` of the only entry that khal has stored. */
async function sequenceIn(folder: string): Promise<number> {
  const [file, ...others] = await readdir(folder);
  expect(others).toEqual([]);
  return Number(/^SEQUENCE:(\d+)/m.exec(await readFile(join(folder, file ?? ''), 'utf8'))?.[1]);
}
