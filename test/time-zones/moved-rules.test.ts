import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ZONE_RULES } from '../../src/core/date/local-time.js';
import { deriveOutdatedTimes } from '../../src/core/time-zones/derive-outdated-times.js';
import { newerZoneRules, outdatedTimeDifferences } from '../../src/core/time-zones/outdated-time-differences.js';
import { createRun } from '../../src/core/transaction/run.js';
import { closeOrm, createOrm, type Orm } from '../../src/database/orm.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

const ZONE = 'Europe/Amsterdam';
/** By the rules that wrote these rows, the zone was an hour behind: 9:00 was 9:00 in UTC, and is 8:00. */
const OLD = { zone_rules: '2001a' };
const NOW = Date.parse('2026-11-28T12:00:00Z') / 1000;

let service: TestService;
let orm: Orm;

beforeAll(async () => {
  service = await startService();
  orm = createOrm(service.database.address, 2);
});
afterAll(async () => {
  await closeOrm(orm);
  await service.stop();
});
beforeEach(() => service.database.pool.query('delete from events'));

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await service.database.pool.query<Record<string, unknown>>(text, values)).rows;
const runOf = () => createRun(service.database.pool, { prepared: true });
const derive = () => deriveOutdatedTimes({ em: orm.em, run: runOf(), now: () => NOW });

/** The factories fill the local times of this process: writes them as another one has. */
async function writtenBy(table: 'events' | 'talks', id: string, columns: Record<string, unknown>): Promise<void> {
  const names = Object.keys(columns);
  await query(`update ${table} set ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} where id = $1`, [
    id,
    ...Object.values(columns),
  ]);
}

async function conference(): Promise<{ event: string; talk: string }> {
  const event = await make.createEvent(service.database.pool, { time_zone: ZONE });
  const talk = await make.createTalk(service.database.pool, event);
  await writtenBy('events', event, {
    ...OLD,
    ...{ starts_at: '2026-12-05T09:00:00Z', starts_local: '2026-12-05T09:00:00' },
    ...{ ends_at: '2026-12-05T18:00:00Z', ends_local: '2026-12-05T18:00:00' },
    ...{ cfp_starts_at: '2026-10-01T06:00:00Z', cfp_starts_local: '2026-10-01T06:00:00' },
    ...{ cfp_ends_at: '2026-12-01T00:00:00Z', cfp_ends_local: '2026-12-01T00:00:00' },
    cfp_closes_at: '2026-12-02T00:00:00Z',
  });
  await writtenBy('talks', talk, {
    ...{ starts_at: '2026-12-05T10:30:00Z', starts_local: '2026-12-05T10:30:00', zone_rules: '2001a' },
  });
  return { event, talk };
}

const timesOf = (event: string) =>
  query(
    `select starts_at::text, starts_local::text, ends_at::text, cfp_starts_at::text, cfp_ends_at::text,
      cfp_closes_at::text, zone_rules, schedule_revision from events where id = $1`,
    [event],
  );

describe('times of older zone rules', () => {
  it('move to the instants of the local times that were typed', async () => {
    const { event, talk } = await conference();
    const moved = await derive();
    expect([...moved]).toEqual([[ZONE, { events: 1, talks: 1 }]]);
    expect(await timesOf(event)).toMatchObject([
      {
        starts_at: '2026-12-05 08:00:00+00',
        starts_local: '2026-12-05 09:00:00',
        ends_at: '2026-12-05 17:00:00+00',
        cfp_starts_at: '2026-10-01 06:00:00+00',
        cfp_ends_at: '2026-11-30 23:00:00+00',
        cfp_closes_at: '2026-12-01 23:00:00+00',
        zone_rules: ZONE_RULES,
      },
    ]);
    expect(await query('select starts_at::text, starts_local::text from talks where id = $1', [talk])).toEqual([
      { starts_at: '2026-12-05 09:30:00+00', starts_local: '2026-12-05 10:30:00' },
    ]);
  });

  it('raise the revisions, and are in the event log', async () => {
    const { event, talk } = await conference();
    const revisions = () => query('select schedule_revision from events union all select schedule_revision from talks');
    const before = await revisions();
    await derive();
    const after = await revisions();
    expect(
      after.map((row, at) => Number(row['schedule_revision']) - Number(before[at]?.['schedule_revision'])),
    ).toEqual([1, 1]);
    expect(await query('select kind, record_id::text from event_log where event_id = $1 order by id', [event])).toEqual(
      [
        { kind: 'event.changed', record_id: event },
        { kind: 'talk.moved', record_id: talk },
      ],
    );
  });

  it('move once', async () => {
    const { event } = await conference();
    await derive();
    const stored = await timesOf(event);
    expect([...(await derive())]).toEqual([]);
    expect(await timesOf(event)).toEqual(stored);
  });

  it('stay where they are past', async () => {
    const { event } = await conference();
    await writtenBy('events', event, { starts_at: '2025-12-05T16:30:00Z', starts_local: '2025-12-05T09:00:00' });
    await derive();
    expect(await timesOf(event)).toMatchObject([
      { starts_at: '2025-12-05 16:30:00+00', starts_local: '2025-12-05 09:00:00', zone_rules: ZONE_RULES },
    ]);
  });

  it('are differences until they have moved', async () => {
    await conference();
    expect([...(await outdatedTimeDifferences(runOf(), NOW))]).toEqual([[ZONE, { events: 1, talks: 1 }]]);
    await derive();
    expect([...(await outdatedTimeDifferences(runOf(), NOW))]).toEqual([]);
  });
});

it('leaves times of newer zone rules alone, and shows the hour that was typed', async () => {
  const event = await make.createEvent(service.database.pool, { time_zone: ZONE });
  await writtenBy('events', event, {
    ...{ starts_at: '2027-12-05T05:00:00Z', starts_local: '2027-12-05T09:00:00', zone_rules: '2099z' },
    ...{ ends_at: '2027-12-06T05:00:00Z', ends_local: '2027-12-06T09:00:00' },
  });
  expect([...(await derive())]).toEqual([]);
  expect([...(await outdatedTimeDifferences(runOf(), NOW))]).toEqual([]);
  expect(await newerZoneRules(runOf())).toBe('2099z');
  const response = await fetch(`${service.base}/v2.1/events/${event}`);
  expect(await response.json()).toMatchObject({ events: [{ start_date: '2027-12-05T09:00:00+04:00' }] });
});

it('derives the local times of rows that an older release has written', async () => {
  const [event] = await query(
    `insert into events (name, slug, description, location, starts_at, ends_at, time_zone, status, cfp_ends_at)
      values ('Old', 'old', '-', '-', '2026-12-05T08:00:00Z', '2026-12-05T17:00:00Z', $1, 'APPROVED', '2026-12-01T06:00:00Z')
      returning id::text, cfp_closes_at::text`,
    [ZONE],
  );
  expect(event).toMatchObject({ cfp_closes_at: '2026-12-02 00:00:00+00' });
  expect([...(await derive())]).toEqual([]);
  expect(await timesOf(String(event?.['id']))).toMatchObject([
    { starts_local: '2026-12-05 09:00:00', cfp_closes_at: '2026-12-01 23:00:00+00', zone_rules: ZONE_RULES },
  ]);
});

it('forgets the local times that an older release leaves behind', async () => {
  const { event, talk } = await conference();
  await derive();
  await query(
    "update events set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day' where id = $1",
    [event],
  );
  await query("update talks set starts_at = starts_at + interval '1 day' where id = $1", [talk]);
  expect(await timesOf(event)).toMatchObject([{ starts_local: null, zone_rules: null }]);
  await derive();
  expect(await timesOf(event)).toMatchObject([{ starts_local: '2026-12-06 09:00:00', zone_rules: ZONE_RULES }]);
  expect(await query('select starts_local::text from talks where id = $1', [talk])).toEqual([
    { starts_local: '2026-12-06 10:30:00' },
  ]);
});

it('derives the local times of talks again after their event has another zone', async () => {
  const { event, talk } = await conference();
  await derive();
  await query("update events set time_zone = 'UTC', starts_local = null, zone_rules = null where id = $1", [event]);
  expect(await query('select starts_local::text from talks where id = $1', [talk])).toEqual([{ starts_local: null }]);
  await derive();
  expect(await query('select starts_local::text from talks where id = $1', [talk])).toEqual([
    { starts_local: '2026-12-05 09:30:00' },
  ]);
});

describe('writers', () => {
  const stored = (table: 'events' | 'talks', id: string) =>
    query(`select starts_at::text, starts_local::text, zone_rules from ${table} where id = $1`, [id]);
  let host: string;
  beforeAll(async () => {
    const administrator = await make.createUser(service.database.pool, { is_admin: true });
    host = await make.createToken(service.database.pool, administrator);
  });
  const send = async (method: string, path: string, body: object): Promise<Response> =>
    fetch(`${service.base}/v2.1/${path}`, {
      method,
      headers: { authorization: `Bearer ${host}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const submission = {
    ...{ name: 'Written', description: '-', location: '-', tz_continent: 'Europe', tz_place: 'Amsterdam' },
    ...{ start_date: '2027-12-05 09:00', end_date: '2027-12-06 18:00', cfp_end_date: '2027-10-31' },
  };

  it('store the local times of a new event and a new talk', async () => {
    await send('POST', 'events', submission);
    const id = String((await query("select id::text from events where name = 'Written'"))[0]?.['id']);
    expect(await stored('events', id)).toEqual([
      { starts_at: '2027-12-05 08:00:00+00', starts_local: '2027-12-05 09:00:00', zone_rules: ZONE_RULES },
    ]);
    expect(await timesOf(id)).toMatchObject([{ cfp_closes_at: '2027-10-31 23:00:00+00' }]);
    const talk = { talk_title: 'T', talk_description: '-', start_date: '2027-12-05 10:30' };
    const added = (await send('POST', `events/${id}/talks`, talk)).headers.get('location')?.split('/').at(-1) ?? '';
    expect(await stored('talks', added)).toEqual([
      { starts_at: '2027-12-05 09:30:00+00', starts_local: '2027-12-05 10:30:00', zone_rules: ZONE_RULES },
    ]);
    await send('PUT', `talks/${added}`, { ...talk, start_date: '2027-12-05 11:00' });
    expect(await stored('talks', added)).toMatchObject([{ starts_local: '2027-12-05 11:00:00' }]);
    await send('PUT', `events/${id}`, { ...submission, tz_continent: 'America', tz_place: 'New_York' });
    expect(await stored('events', id)).toMatchObject([
      { starts_at: '2027-12-05 14:00:00+00', starts_local: '2027-12-05 09:00:00' },
    ]);
    expect(await timesOf(id)).toMatchObject([{ cfp_closes_at: '2027-11-01 04:00:00+00' }]);
  });

  it('keep the local time of an instant that they write as it was', async () => {
    const event = await make.createEvent(service.database.pool);
    await writtenBy('events', event, {
      ...{ starts_at: '2027-12-05T05:00:00Z', starts_local: '2027-12-05T09:00:00', zone_rules: '2099z' },
      ...{ ends_at: '2027-12-06T05:00:00Z', ends_local: '2027-12-06T09:00:00' },
    });
    const [read] = ((await (await fetch(`${service.base}/v2.1/events/${event}`)).json()) as { events: object[] })
      .events;
    await send('PUT', `events/${event}`, { ...submission, ...read, name: 'Renamed', cfp_end_date: undefined });
    expect(await stored('events', event)).toEqual([
      { starts_at: '2027-12-05 05:00:00+00', starts_local: '2027-12-05 09:00:00', zone_rules: '2099z' },
    ]);
    await send('PUT', `events/${event}`, {
      ...submission,
      ...read,
      start_date: '2027-12-05 08:00',
      cfp_end_date: undefined,
    });
    expect(await stored('events', event)).toEqual([
      { starts_at: '2027-12-05 07:00:00+00', starts_local: '2027-12-05 08:00:00', zone_rules: ZONE_RULES },
    ]);
  });
});
