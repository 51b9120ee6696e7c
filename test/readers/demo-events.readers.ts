import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadShowcase } from '../../src/demo/index.js';
import { cleanUp } from '../support/clean-up.js';
import { startService, type TestService } from '../support/service.js';
import { parseFeed, readers, type Entry } from './readers.js';

/** A public event, with the talks that its calendar shows. Times are in UTC. */
interface Event {
  readonly id: string;
  readonly title: string;
  readonly day: string;
  readonly talks: readonly Entry[];
}

const EVENTS = `
select e.id, e.name as title, to_char(e.starts_at at time zone e.time_zone, 'YYYY-MM-DD') as day,
    coalesce((select json_agg(json_build_array(t.title, to_char(t.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')))
      from talks t where t.event_id = e.id), '[]') as talks
  from events e where e.is_public`;
const CALLS = `
select name, cfp_url as url from events where is_public and cfp_starts_at <= now() and cfp_ends_at > now()`;
const DAY_MS = 86_400_000;

let service: TestService;
let events: readonly Event[];

beforeAll(async () => {
  service = await startService();
  const client = await service.database.pool.connect();
  const secrets = { secretKey: Buffer.alloc(32, 7), password: (username: string) => `${username}-password` };
  await loadShowcase(client, { now: new Date(), saveImages: () => Promise.resolve(), ...secrets });
  client.release();
  ({ rows: events } = await service.database.pool.query<Event>(EVENTS));
});
afterAll(async () => {
  await cleanUp();
  await service.stop();
});

const read = async (path: string) => (await fetch(`${service.base}/feeds/${path}`)).text();
const sorted = (entries: readonly Entry[]) => entries.map((entry) => entry.join(' ')).sort();

/** The days from the first to the last start, and one before and after. */
function daysOf(starts: readonly string[]): readonly [from: string, days: number] {
  const days = starts.map((start) => Date.parse(start.slice(0, 10)));
  const first = Math.min(...days) - DAY_MS;
  return [new Date(first).toISOString().slice(0, 10), (Math.max(...days) - first) / DAY_MS + 2];
}

it.each(Object.keys(readers))(
  '%s shows the talks and the days of all demo conferences as the database',
  async (name) => {
    const withTalks = events.filter(({ talks }) => talks.length > 0);
    expect(withTalks.length).toBeGreaterThan(10);
    const calendars = [...withTalks.map(({ id }) => `events/${id}.ics`), 'events.ics'].map(read);
    const days = events.map(({ title, day }): Entry => [title, day]);
    const expected = [...withTalks.flatMap(({ talks }) => talks), ...days];
    const shown = await readers[name]!(await Promise.all(calendars), ...daysOf(expected.map(([, start]) => start)));
    expect(sorted(shown)).toEqual(sorted(expected));
  },
);

it('feedparser shows the open calls of all demo conferences as the database', async () => {
  const { rows } = await service.database.pool.query<{ name: string; url: string }>(CALLS);
  expect(rows.length).toBeGreaterThan(0);
  const feed = (await parseFeed(await read('cfps.atom'))) as { entries: readonly (readonly string[])[] };
  expect(feed).toMatchObject({ bozo: false, version: 'atom10' });
  expect(feed.entries.map(([title, link]) => `${title} ${link}`).sort()).toEqual(
    rows.map(({ name, url }) => `Call for papers: ${name} ${url}`).sort(),
  );
});
