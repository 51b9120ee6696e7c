import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadShowcase } from '../../src/demo/index.js';
import { askData } from '../graphql/ask.js';
import { cleanUp } from '../support/clean-up.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { openConfClerk, type StoredSchedule } from './confclerk.js';

interface Talk {
  readonly id: string;
  readonly title: string;
  readonly startDate: string;
  readonly durationMinutes: number;
  readonly room: string | null;
  readonly tracks: readonly { readonly name: string }[];
  readonly speakers: readonly { readonly name: string }[];
}

interface Event {
  readonly name: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly talks: { readonly nodes: readonly Talk[] };
}

let service: TestService;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const client = await pool.connect();
  const secrets = { secretKey: Buffer.alloc(32, 7), password: (username: string) => `${username}-password` };
  await loadShowcase(client, { now: new Date(), saveImages: () => Promise.resolve(), ...secrets });
  client.release();
  const days = { starts_at: '2027-06-01T08:00:00Z', ends_at: '2027-06-04T18:00:00Z' };
  const event = await make.createEvent(pool, { name: 'Lengths', ...days });
  const rows = [
    { title: 'Three days', duration_minutes: 4320 },
    { title: 'Unknown length', duration_minutes: 0 },
    { title: 'After midnight', starts_at: '2027-06-02T00:30:00Z' },
  ];
  for (const row of rows) {
    const talk = await make.createTalk(pool, event, { starts_at: '2027-06-01T09:00:00Z', ...row });
    for (const display_name of ['Ann', 'Bob']) await make.createSpeaker(pool, event, talk, { display_name });
  }
});
afterAll(async () => {
  await cleanUp();
  await service.stop();
});

/** What the database has, with the lengths that schedule.xml states instead of others. */
const scheduleOf = ({ name, startDate, endDate, talks }: Event): StoredSchedule => ({
  title: name,
  days: [startDate.slice(0, 10), endDate.slice(0, 10)],
  talks: talks.nodes
    .map((talk) => ({
      id: Number(talk.id),
      title: talk.title,
      start: talk.startDate.slice(0, 16),
      minutes: Math.min(talk.durationMinutes || 5, 1439),
      track: talk.tracks[0]?.name ?? 'No track',
      room: talk.room ?? talk.tracks[0]?.name ?? name,
      persons: talk.speakers.map((speaker) => speaker.name).sort(),
    }))
    .sort((one, other) => one.id - other.id),
});

const TALKS =
  'talks(limit: 100) { nodes { id title startDate durationMinutes room tracks { name } speakers { name } } }';

it('ConfClerk has the days, talks, rooms and persons of all conferences as the database', async () => {
  const { events } = (await askData(service, '{ events(limit: 100) { nodes { id isPrivate } } }')) as {
    events: { nodes: readonly { id: string; isPrivate: boolean }[] };
  };
  const importFrom = await openConfClerk();
  let imported = 0;
  for (const { id } of events.nodes.filter(({ isPrivate }) => !isPrivate)) {
    const { event } = (await askData(service, `{ event(id: ${id}) { name startDate endDate ${TALKS} } }`)) as {
      event: Event;
    };
    const talks = event.talks.nodes.length;
    if (talks === 0) continue;
    imported += 1;
    expect(await importFrom(`${service.base}/feeds/events/${id}/schedule.xml`, talks)).toEqual(scheduleOf(event));
  }
  expect(imported).toBeGreaterThan(10);
});
