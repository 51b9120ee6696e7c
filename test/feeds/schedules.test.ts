import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { problemsOfJson, problemsOfXml } from './schedule-schemas.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

const TITLE = 'Ünï 🎉 <b> & "]]> \b';
const CLEAN = 'Ünï 🎉 <b> & "]]> ';
const EVENT_KEYS = [
  ...['abstract', 'date', 'description', 'duration', 'guid', 'id', 'language', 'links', 'persons', 'room', 'slug'],
  ...['start', 'subtitle', 'title', 'track', 'type', 'url'],
];

interface Written {
  readonly schedule: {
    readonly conference: {
      readonly acronym: string;
      readonly days: readonly { readonly date: string; readonly rooms: Readonly<Record<string, readonly object[]>> }[];
    };
  };
}

let service: TestService;
let event: string;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const days = { starts_at: '2024-06-01T09:00:00+02:00', ends_at: '2024-06-02T18:00:00+02:00' };
  event = await make.createEvent(pool, { name: 'Small', slug: 'a-b', ...days });
  await make.createTalk(pool, event, {
    title: TITLE,
    room: 'Attic',
    starts_at: '2024-06-01T10:00:00+02:00',
    duration_minutes: 4320,
  });
  const night = { title: 'Night', starts_at: '2024-06-02T02:00:00+02:00', duration_minutes: 0 };
  const talk = await make.createTalk(pool, event, night);
  await make.createSpeaker(pool, event, talk, { display_name: 'Ann' });
});
afterAll(() => service.stop());

const request = (file: string, init?: RequestInit) => fetch(`${service.base}/feeds/events/${event}/${file}`, init);

it('schedule.xml conforms to the format', async () => {
  const response = await request('schedule.xml');
  const xml = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/vnd.c3voc.schedule+xml']);
  expect(await problemsOfXml(xml)).toEqual([]);
  expect(await problemsOfXml(xml.replace('<duration>72:00', '<duration>072:00'))).not.toEqual([]);
  expect(xml).toContain('<title>Ünï 🎉 &lt;b&gt; &amp; &quot;]]&gt; </title>');
  expect(xml).not.toContain('feedback_url');
});

it('schedule.json has the talks by day and room; after midnight they belong to the previous day', async () => {
  const text = await (await request('schedule.json')).text();
  expect(problemsOfJson(text)).toEqual([]);
  expect(problemsOfJson(text.replace('72:00', '072:00'))).not.toEqual([]);
  const { conference } = (JSON.parse(text) as Written).schedule;
  expect(conference.acronym).toBe('a_b_');
  expect(conference.days.map(({ date }) => date)).toEqual(['2024-06-01']);
  const rooms = conference.days[0]!.rooms;
  expect(Object.keys(rooms)).toEqual(['Attic', 'Small']);
  expect(Object.keys(rooms['Attic']![0]!).sort()).toEqual(EVENT_KEYS);
  expect(rooms['Attic']).toMatchObject([{ title: CLEAN, start: '10:00', duration: '72:00', persons: [] }]);
  expect(rooms['Small']).toMatchObject([
    { title: 'Night', start: '02:00', duration: '00:00', persons: [{ name: 'Ann' }] },
  ]);
});

it('an unchanged schedule is 304, and an unknown event is 404', async () => {
  for (const file of ['schedule.xml', 'schedule.json']) {
    const { headers } = await request(file);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect((await request(file, { headers: { 'If-None-Match': headers.get('etag') ?? '' } })).status).toBe(304);
    expect((await fetch(`${service.base}/feeds/events/999999/${file}`)).status).toBe(404);
  }
});

it('the graph names the URLs of the schedules', async () => {
  const query = `{ event(id: ${event}) { scheduleUrls { ical xml json } } }`;
  const response = await fetch(`${service.base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as { data: { event: { scheduleUrls: Readonly<Record<string, string>> } } };
  const types = await Promise.all(
    Object.entries(data.event.scheduleUrls).map(async ([name, url]) => {
      return [name, (await fetch(url)).headers.get('content-type')];
    }),
  );
  expect(Object.fromEntries(types)).toEqual({
    ical: 'text/calendar; charset=utf-8',
    xml: 'application/vnd.c3voc.schedule+xml',
    json: 'application/json',
  });
});

it('the version of a schedule is the time of its last change, also when a talk is deleted', async () => {
  const versionOf = async () => /<version>(.*?)<\/version>/.exec(await (await request('schedule.xml')).text())![1]!;
  const { pool } = service.database;
  const deleted = await make.createTalk(pool, event, { title: 'Deleted' });
  const before = await versionOf();
  await pool.query('delete from talks where id = $1', [deleted]);
  await pool.query("update deleted_talks set deleted_at = '2124-01-01T00:00:00Z'");
  expect([await versionOf(), (await versionOf()) > before]).toEqual(['2124-01-01T00:00:00.000Z', true]);
});
