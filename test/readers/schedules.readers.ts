import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadShowcase } from '../../src/demo/index.js';
import { askData } from '../graphql/ask.js';
import { uploadSchedule } from '../imports/schedule/upload.js';
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

type Import = Awaited<ReturnType<typeof openConfClerk>>;

const CASES = 'test/fixtures/schedules/cases';

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

/** What ConfClerk and the database have of an event. Events without talks are not imported. */
async function compared(id: string, importFrom: Import): Promise<readonly [StoredSchedule, StoredSchedule] | null> {
  const { event } = (await askData(service, `{ event(id: ${id}) { name startDate endDate ${TALKS} } }`)) as {
    event: Event;
  };
  const talks = event.talks.nodes.length;
  if (talks === 0) return null;
  return [await importFrom(`${service.base}/feeds/events/${id}/schedule.xml`, talks), scheduleOf(event)];
}

/** Imports a file of `test/fixtures/schedules/cases` into an event of its own. @returns its ID */
async function eventOfCase(file: string, token: string): Promise<string> {
  const [starts_at, ends_at] = daysOf(file);
  const eventId = await make.createEvent(service.database.pool, {
    ...{ name: file, starts_at, ends_at, time_zone: 'Europe/Oslo' },
  });
  const content = await readFile(join(CASES, file));
  const { data } = await uploadSchedule(service, token, { eventId, dryRun: false }, content);
  expect([file, data.importSchedule.report.added > 0]).toEqual([file, true]);
  return eventId;
}

const daysOf = (file: string): readonly [string, string] => {
  if (file.startsWith('12')) return ['2027-04-01T09:00+02:00', '2027-04-30T17:00+02:00'];
  if (file.startsWith('13')) return ['2027-09-24T09:00+02:00', '2027-09-25T17:00+02:00'];
  return ['2027-03-27T09:00+01:00', '2027-03-28T17:00+02:00'];
};

describe('ConfClerk has the days, talks, rooms and persons as the database', () => {
  let importFrom: Import;
  beforeAll(async () => {
    importFrom = await openConfClerk();
  });

  it('of all conferences', async () => {
    const { events } = (await askData(service, '{ events(limit: 100) { nodes { id isPrivate } } }')) as {
      events: { nodes: readonly { id: string; isPrivate: boolean }[] };
    };
    let imported = 0;
    for (const { id } of events.nodes.filter(({ isPrivate }) => !isPrivate)) {
      const both = await compared(id, importFrom);
      if (!both) continue;
      imported += 1;
      expect(both[0]).toEqual(both[1]);
    }
    expect(imported).toBeGreaterThan(10);
  });

  it('of each imported file', async () => {
    const { pool } = service.database;
    const token = await make.createToken(pool, await make.createUser(pool, { is_admin: true }));
    const files = await readdir(CASES);
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const both = await compared(await eventOfCase(file, token), importFrom);
      expect(both?.[0]).toEqual(both?.[1]);
    }
  });
});
