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

type Members = Readonly<Record<string, unknown>>;

interface Written {
  readonly schedule: {
    readonly conference: {
      readonly acronym: string;
      readonly start: string;
      readonly end: string;
      readonly days: readonly { readonly date: string; readonly rooms: Readonly<Record<string, readonly object[]>> }[];
    };
  };
}

let service: TestService;
let event: string;
let account: string;

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
  const night = { title: 'Night', slug: 'night-ü', starts_at: '2024-06-02T02:00:00+02:00', duration_minutes: 0 };
  const morning = { title: 'Morning', starts_at: '2024-06-02T11:00:00+02:00', duration_minutes: 45 };
  const talks = [await make.createTalk(pool, event, night), await make.createTalk(pool, event, morning)];
  account = await make.createUser(pool, { full_name: 'Bob' });
  for (const talk of talks) {
    await make.createSpeaker(pool, event, talk, { display_name: 'Ann' });
    await make.createSpeaker(pool, event, talk, { user_id: account });
  }
  await make.createSpeaker(pool, event, talks[0]!, { display_name: 'Ann' });
});
afterAll(() => service.stop());

const request = (file: string, init?: RequestInit) => fetch(`${service.base}/feeds/events/${event}/${file}`, init);

it('schedule.xml conforms to the format', async () => {
  const response = await request('schedule.xml');
  const xml = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/vnd.c3voc.schedule+xml']);
  expect(await problemsOfXml(xml)).toEqual([]);
  expect(await problemsOfXml(xml.replace('<duration>23:59', '<duration>023:59'))).not.toEqual([]);
  expect(xml).toContain('<title>Ünï 🎉 &lt;b&gt; &amp; &quot;]]&gt; </title>');
  expect(xml).not.toContain('feedback_url');
});

it('both formats state the days of the event as dates', async () => {
  const dates = ['2024-06-01', '2024-06-02'];
  const { conference } = (JSON.parse(await (await request('schedule.json')).text()) as Written).schedule;
  expect([conference.start, conference.end]).toEqual(dates);
  const xml = await (await request('schedule.xml')).text();
  expect(/<start>(.*?)<\/start><end>(.*?)<\/end>/.exec(xml)?.slice(1)).toEqual(dates);
});

it('in schedule.xml, a day or longer is 23:59, and an unknown duration is one slot: readers drop what they cannot show', async () => {
  const xml = await (await request('schedule.xml')).text();
  expect(xml.match(/(?<=<duration>).*?(?=<)/g)).toEqual(['23:59', '00:05', '00:45']);
});

it('each person has a number, that of their account or one of their name, and a GUID', async () => {
  const xml = await (await request('schedule.xml')).text();
  const found = [...xml.matchAll(/<person id="(\d+)">(.*?)<\/person>/g)].map(
    ([, id, name]) => [name, Number(id)] as const,
  );
  expect(found.map(([name]) => name)).toEqual(['Ann', 'Bob', 'Ann', 'Ann', 'Bob']);
  const [ann, bob, namesake, annAgain, bobAgain] = found.map(([, id]) => id);
  expect([bob, annAgain, bobAgain]).toEqual([Number(account), ann, bob]);
  expect(new Set([ann, bob, namesake]).size).toBe(3);
  const json = await (await request('schedule.json')).text();
  const persons = [...json.matchAll(/"persons":(\[.*?\])/g)].flatMap(([, list]) => JSON.parse(list ?? '') as Members[]);
  expect(persons.map(({ name, public_name }) => [name, public_name])).toEqual(found.map(([name]) => [name, name]));
  expect(new Set(persons.map(({ guid }) => guid)).size).toBe(3);
});

it('schedule.json has the talks by day and room; after midnight they belong to the previous day', async () => {
  const text = await (await request('schedule.json')).text();
  expect(problemsOfJson(text)).toEqual([]);
  expect(problemsOfJson(text.replace('72:00', '072:00'))).not.toEqual([]);
  const { conference } = (JSON.parse(text) as Written).schedule;
  expect(conference.acronym).toBe('a_b_');
  expect(conference.days.map(({ date }) => date)).toEqual(['2024-06-01', '2024-06-02']);
  const rooms = conference.days[0]!.rooms;
  expect(Object.keys(rooms)).toEqual(['Attic', 'Small']);
  expect(Object.keys(rooms['Attic']![0]!).sort()).toEqual(EVENT_KEYS);
  expect(rooms['Attic']).toMatchObject([{ title: CLEAN, start: '10:00', duration: '72:00', persons: [] }]);
  expect(rooms['Small']).toMatchObject([
    {
      title: 'Night',
      slug: expect.stringMatching(/^a_b_-\d+-night$/),
      start: '02:00',
      duration: '00:00',
      persons: [{ name: 'Ann' }, { name: 'Bob' }, { name: 'Ann' }],
    },
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
