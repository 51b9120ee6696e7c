import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { ask } from '../rest/ask.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let token: string;
let event: string;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const user = await make.createUser(pool);
  token = await make.createToken(pool, user);
  event = await make.createEvent(pool, {
    ...{ time_zone: 'Europe/Berlin', starts_at: '2026-12-05T08:00:00Z', ends_at: '2026-12-05T16:00:00Z' },
  });
  await make.createHost(pool, event, user);
});
afterAll(() => service.stop());

const isWaiting = async () => {
  const { rows } = await service.database.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
};

/** Runs `change` and `write` so that the write has read the event before the change, and stores it after it. */
async function interleaved(change: string, write: () => Promise<{ readonly status: number }>): Promise<number> {
  const client = await service.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(change, [event]);
    const written = write();
    while (!(await isWaiting())) await new Promise((done) => setTimeout(done, 20));
    await client.query('commit');
    return (await written).status;
  } finally {
    client.release();
  }
}

it('a PUT stores the local time of its start after a concurrent change of the start', async () => {
  const body = {
    ...{ name: 'Rail Days', description: 'On rails', location: 'Berlin' },
    ...{ tz_continent: 'Europe', tz_place: 'Berlin' },
    ...{ start_date: '2026-12-05 09:00', end_date: '2026-12-05 18:00' },
  };
  const change = `update events set starts_at = starts_at + interval '1 hour', starts_local = starts_local + interval '1 hour'
    where id = $1`;
  const status = await interleaved(change, () => ask(service, `/v2.1/events/${event}`, { method: 'PUT', token, body }));
  expect(status).toBe(204);
  const { rows } = await service.database.pool.query(
    `select starts_at at time zone 'UTC' - starts_local as deviation, starts_local::text as local from events where id = $1`,
    [event],
  );
  expect(rows).toEqual([{ deviation: { hours: -1 }, local: '2026-12-05 09:00:00' }]);
});

it('a talk is added in the zone that its event has then', async () => {
  const talk = {
    ...{ talk_title: 'Sleepers', talk_description: 'Of wood', talk_type: 'Talk', language: 'English - UK' },
    ...{ duration: 30, start_date: '2026-12-05T15:00:00Z' },
  };
  const change = `update events set time_zone = 'America/New_York', starts_local = starts_at at time zone 'UTC' - interval '5 hours',
    ends_local = ends_at at time zone 'UTC' - interval '5 hours' where id = $1`;
  const status = await interleaved(change, () =>
    ask(service, `/v2.1/events/${event}/talks`, { method: 'POST', token, body: talk }),
  );
  expect(status).toBe(201);
  const { rows } = await service.database.pool.query('select starts_local::text as local from talks');
  expect(rows).toEqual([{ local: '2026-12-05 10:00:00' }]);
});
