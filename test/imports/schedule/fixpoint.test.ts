import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadShowcase } from '../../../src/demo/index.js';
import * as make from '../../support/factories.js';
import { startService, type TestService } from '../../support/service.js';
import { problemsOfJson, problemsOfXml } from '../../feeds/schedule-schemas.js';
import { countsOf, uploadSchedule } from './upload.js';

interface DemoEvent {
  readonly id: string;
  readonly name: string;
  readonly talks: number;
}

let service: TestService;
let admin: string;
let events: DemoEvent[];
const pool = () => service.database.pool;

beforeAll(async () => {
  service = await startService();
  const client = await pool().connect();
  const secrets = { secretKey: Buffer.alloc(32, 7), password: (username: string) => `${username}-password` };
  await loadShowcase(client, { now: new Date(), saveImages: () => Promise.resolve(), ...secrets });
  client.release();
  const { rows } = await pool().query<DemoEvent>(
    'select id, name, talk_count as talks from events where is_public and talk_count > 0 order by id',
  );
  events = rows;
  admin = await make.createToken(pool(), await make.createUser(pool(), { is_admin: true }));
});
afterAll(() => service.stop());

const exported = async (event: string, format: string) =>
  (await fetch(`${service.base}/feeds/events/${event}/schedule.${format}`)).text();
const run = (eventId: string, file: string) => uploadSchedule(service, admin, { eventId, dryRun: false }, file);

/** A new event at the same time in the same zone, without talks. */
async function emptyCopyOf(event: string): Promise<string> {
  const { rows } = await pool().query<{ id: string }>(
    `insert into events (name, slug, description, location, starts_at, ends_at, time_zone, status)
      select name, slug || '-copy-' || gen_random_uuid(), description, location, starts_at, ends_at, time_zone, 'APPROVED'
        from events where id = $1 returning id`,
    [event],
  );
  return rows[0]?.id ?? '';
}

/** The talks of schedule.json by day and room, without IDs, GUIDs of persons, URLs and slugs, which contain IDs. */
function talksOf(json: string): unknown {
  type Talk = Readonly<Record<string, unknown>>;
  interface Written {
    readonly schedule: {
      readonly conference: { readonly days: readonly { readonly rooms: Record<string, Talk[]> }[] };
    };
  }
  const { days } = (JSON.parse(json) as Written).schedule.conference;
  const strip = ({ id: _id, url: _url, feedback_url: _feedback, slug: _slug, persons, ...talk }: Talk) => ({
    ...talk,
    persons: (persons as Talk[]).map(({ name }) => name),
  });
  return days.map(({ rooms, ...day }) => ({
    ...day,
    rooms: Object.fromEntries(Object.entries(rooms).map(([room, talks]) => [room, talks.map(strip)])),
  }));
}

it('the schedules of all demo conferences conform to the formats', async () => {
  const of = (format: string) => Promise.all(events.map(({ id }) => exported(id, format)));
  expect(await problemsOfXml(...(await of('xml')))).toEqual([]);
  expect((await of('json')).flatMap(problemsOfJson)).toEqual([]);
});

it.each(['schedule.xml', 'schedule.json', 'ics'])(
  'talks without a length, and of three days, keep it in %s',
  async (file) => {
    const event = await make.createEvent(pool(), {
      starts_at: '2027-06-01T08:00:00Z',
      ends_at: '2027-06-04T18:00:00Z',
    });
    for (const duration_minutes of [0, 4320]) {
      await make.createTalk(pool(), event, { starts_at: '2027-06-01T09:00:00Z', duration_minutes });
    }
    const url = `${service.base}/feeds/events/${event}${file === 'ics' ? '.ics' : `/${file}`}`;
    await run(event, await (await fetch(url)).text());
    const { rows } = await pool().query(
      'select duration_minutes as minutes from talks where event_id = $1 order by 1',
      [event],
    );
    expect(rows).toEqual([{ minutes: 0 }, { minutes: 4320 }]);
  },
);

describe.each(['xml', 'json'])('schedule.%s of each demo conference', (format) => {
  it('changes nothing if it is imported into its own event', async () => {
    expect(events.length).toBeGreaterThan(10);
    for (const { id, name, talks } of events) {
      const before = await exported(id, 'json');
      const counts = countsOf(await run(id, await exported(id, format)));
      expect([name, ...counts]).toEqual([name, [0, 0, 0, 0, 0, talks], []]);
      expect(await exported(id, 'json')).toBe(before);
    }
  });

  it('adds all talks to an empty event, whose export is equal', async () => {
    for (const { id, name, talks } of events) {
      const copy = await emptyCopyOf(id);
      expect([name, ...countsOf(await run(copy, await exported(id, format)))]).toEqual([
        name,
        [talks, 0, 0, 0, 0, 0],
        [],
      ]);
      expect(talksOf(await exported(copy, 'json'))).toEqual(talksOf(await exported(id, 'json')));
    }
  });
});
