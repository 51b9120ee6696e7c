import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verify } from '@node-rs/argon2';
import { DateTime } from 'luxon';
import type pg from 'pg';
import { demoAccounts, generateCrowd, loadShowcase, saveInFolder } from '../../src/demo/index.js';
import { unseal } from '../../src/core/common/secret-box.js';
import { isTimeZone } from '../../src/core/date/zone-name.js';
import { halfDone } from '../process/half-done.js';
import { freshDatabase } from '../support/database.js';
import { counters, driftingCounters } from './counter-recounts.js';

type Database = Awaited<ReturnType<typeof freshDatabase>>;

const secretKey = Buffer.alloc(32, 7);
const now = new Date('2026-03-28T21:30:00Z');

async function withClient<Result>(
  { pool }: Database,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

async function inFreshDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const database = await freshDatabase();
  try {
    await work(database);
  } finally {
    await database.drop();
  }
}

const load = (database: Database, imagesDirectory: string, at = now): Promise<void> =>
  withClient(database, (client) =>
    loadShowcase(client, {
      now: at,
      saveImages: saveInFolder(imagesDirectory),
      secretKey,
      password: (username) => `${username}-password`,
    }),
  );

/** Everything except random values: password hashes and the encrypted secret. */
const shape = `select jsonb_build_object(
  'events', (select jsonb_agg(to_jsonb(e) - '{guid,changed_at}'::text[] order by id) from events e),
  'talks', (select jsonb_agg(to_jsonb(t) - '{guid,changed_at}'::text[] order by id) from talks t),
  'comments', (select jsonb_agg(to_jsonb(c) order by id) from talk_comments c),
  'said of events', (select jsonb_agg(to_jsonb(c) order by id) from event_comments c),
  'people', (select jsonb_agg(to_jsonb(u) - 'password_hash' order by id) from users u),
  'stars', (select count(*) from talk_stars), 'attendance', (select count(*) from event_attendees)) as shape`;

describe('the showcase', () => {
  let database: Database;
  let images: string;
  const rows = async <Row extends pg.QueryResultRow>(query: string): Promise<Row[]> =>
    (await database.pool.query<Row>(query)).rows;

  beforeAll(async () => {
    [database, images] = [await freshDatabase(), await mkdtemp(join(tmpdir(), 'lectern-images-'))];
    await load(database, join(images, 'made', 'here'));
  });
  afterAll(async () => {
    await database.drop();
    await rm(images, { recursive: true });
  });

  it('is identical in every database', async () => {
    await inFreshDatabase(async (other) => {
      await load(other, images);
      expect((await other.pool.query(shape)).rows).toEqual(await rows(shape));
    });
  });

  it('has counters that equal a recount', async () => {
    expect(await driftingCounters(database.pool)).toEqual([]);
  });

  it('covers everything that reads return: past, running, upcoming, pending, private, rejected, calls and types', async () => {
    const at = `'${now.toISOString()}'::timestamptz`;
    expect(
      await rows(`select count(*) filter (where is_public and ends_at < ${at}) > 4 as past,
        count(*) filter (where is_public and starts_at < ${at} and ends_at > ${at}) as running,
        count(*) filter (where is_public and starts_at > ${at}) > 4 as upcoming,
        count(*) filter (where is_public and cfp_starts_at < ${at} and cfp_ends_at > ${at}) as calls,
        count(*) filter (where status = 'PENDING') as pending, count(*) filter (where status = 'REJECTED') as rejected,
        count(*) filter (where is_private) as private, (select count(distinct talk_type_id) from talks) as types,
        (select count(*) from talk_comments where created_at > ${at}) as early from events`),
    ).toEqual([
      {
        past: true,
        running: '2',
        upcoming: true,
        calls: '2',
        pending: '1',
        rejected: '1',
        private: '1',
        types: '5',
        early: '0',
      },
    ]);
  });

  it('has at most one rating of each talk and event by each user, at any time of the day', async () => {
    // At the first of these times, the author of the reported comment has commented on the same talk before.
    for (const at of ['2026-11-27T10:13:00Z', '2026-11-26T14:13:00Z', '2026-11-27T05:13:00Z']) {
      await inFreshDatabase(async (other) => {
        await load(other, images, new Date(at));
        const partial = await halfDone(other.pool);
        expect(Object.keys(partial).filter((kind) => kind.startsWith('ratings of'))).toEqual([]);
      });
    }
  });

  it('contains a report and a claim for the host to decide', async () => {
    const host = `select event_id from event_hosts join users on users.id = user_id where username = 'host'`;
    expect(
      await rows(`select (select count(*) from comment_reports where decision is null and event_id in (${host})) as reports,
        (select count(*) from speaker_claims c join users u on u.id = c.user_id
          where u.username = 'speaker' and claimed_at is not null and event_id in (${host})) as claims`),
    ).toEqual([{ reports: '1', claims: '1' }]);
  });

  it('schedules every talk within its event, in working hours of a valid time zone', async () => {
    const talks = await rows<{
      title: string;
      starts_at: Date;
      ends_at: Date;
      opens: Date;
      closes: Date;
      time_zone: string;
    }>(
      `select t.title, t.starts_at, t.starts_at + make_interval(mins => t.duration_minutes) as ends_at,
        e.starts_at as opens, e.ends_at as closes, e.time_zone from talks t join events e on e.id = t.event_id`,
    );
    const wrong = talks.filter(({ starts_at, ends_at, opens, closes, time_zone }) => {
      const { hour } = DateTime.fromJSDate(starts_at, { zone: time_zone });
      return !isTimeZone(time_zone) || starts_at < opens || ends_at > closes || ends_at <= starts_at || hour < 8;
    });
    expect(wrong).toEqual([]);
  });

  it('writes every image that a row references, and no other', async () => {
    const named = await rows<{ location: string }>(
      `select image ->> 'location' as location from events, jsonb_array_elements(images) image`,
    );
    expect((await readdir(join(images, 'made', 'here'))).sort()).toEqual(named.map(({ location }) => location).sort());
  });

  it('allows logins of the demo accounts only', async () => {
    const hashed = await rows<{ username: string; password_hash: string }>(
      'select username, password_hash from users where password_hash is not null order by id',
    );
    expect(hashed.map(({ username }) => username)).toEqual(demoAccounts.map(({ username }) => username));
    expect(hashed[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(hashed[0]?.password_hash ?? '', 'admin-password')).toBe(true);
    const [application] = await rows<{ secret: string }>(
      `select consumer_secret_encrypted as secret from applications where consumer_key = 'demo'`,
    );
    expect(unseal(application?.secret ?? '', secretKey)).toBe('demo-secret');
  });

  it('leaves no row behind when it fails at the very end', async () => {
    await inFreshDatabase(async (other) => {
      await expect(load(other, join(fileURLToPath(import.meta.url), 'not-a-folder'))).rejects.toThrow('ENOTDIR');
      expect((await other.pool.query('select from users union all select from events')).rowCount).toBe(0);
    });
  });
});

describe('the crowd', () => {
  it('has the requested sizes when run twice, with counters that equal a recount', async () => {
    const sizes = { events: 20, talks: 200, comments: 500, users: 100 };
    const told: [number, number][] = [];
    await inFreshDatabase(async (database) => {
      await withClient(database, (client) => generateCrowd(client, sizes, (done, total) => told.push([done, total])));
      await withClient(database, (client) => generateCrowd(client, sizes, () => undefined));
      const { rows } = await database.pool.query(`select (select count(*)::int from events) as events,
        (select count(*)::int from talks) as talks, (select count(*)::int from talk_comments) as comments,
        (select count(*)::int from users) as users, (select count(*)::int from event_comments) as "said of events"`);
      expect(rows).toEqual([{ events: 40, talks: 400, comments: 1000, users: 200, 'said of events': 200 }]);
      expect(told.at(-1)).toEqual([820, 820]);
      expect(await driftingCounters(database.pool)).toEqual([]);
    });
  });

  it('rejects invalid sizes before it writes anything', async () => {
    await inFreshDatabase(async (database) => {
      const sizes = { events: 0, talks: 5, comments: 0, users: 1 };
      await expect(withClient(database, (client) => generateCrowd(client, sizes, () => undefined))).rejects.toThrow(
        'At least one event is required: talks belong to events.',
      );
    });
  });

  it('the recount detects a wrong counter', async () => {
    await inFreshDatabase(async (database) => {
      await withClient(database, (client) =>
        generateCrowd(client, { events: 2, talks: 4, comments: 9, users: 5 }, () => undefined),
      );
      for (const { table, column } of counters)
        await database.pool.query(`update ${table} set ${column} = ${column} + 1`);
      const drifting = await driftingCounters(database.pool);
      expect(drifting.map(({ table, column }) => `${table}.${column}`)).toEqual(
        counters.map(({ table, column }) => `${table}.${column}`),
      );
    });
  });
});
