import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteOldCancelledTalks } from '../../src/core/reads/schedules.js';
import * as make from '../support/factories.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

const PAST = '2026-01-01T00:00:00Z';

let database: TestDatabase;
let event: string;
let talk: string;
let track: string;
let user: string;

beforeAll(async () => {
  database = await freshDatabase();
  user = await make.createUser(database.pool);
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { pool } = database;
  event = await make.createEvent(pool, { changed_at: PAST });
  talk = await make.createTalk(pool, event);
  track = await make.createTrack(pool, event);
  await make.putOnTrack(pool, event, talk, track);
  await make.createSpeaker(pool, event, talk);
  await make.createLink(pool, event, talk);
  await pool.query('update talks set changed_at = $2, schedule_revision = 0 where id = $1', [talk, PAST]);
});

const run = (text: string) => database.pool.query(text.replaceAll('$talk', talk).replaceAll('$track', track));

/** How a row differs from its state before a test: its revision, and whether it is newer. */
async function state(table: 'talks' | 'events', id: string): Promise<{ revision: number; touched: boolean }> {
  const { rows } = await database.pool.query<{ revision: number; touched: boolean }>(
    `select schedule_revision as revision, changed_at > $2 as touched from ${table} where id = $1`,
    [id, PAST],
  );
  return rows[0]!;
}

describe('the schedule of a talk', () => {
  it.each([
    ["starts_at = starts_at + interval '1 hour'", 1],
    ['duration_minutes = 45', 1],
    ["room = 'Main hall'", 1],
    ["title = 'Another'", 0],
    ["description = 'Another'", 0],
  ])('is newer after %s', async (change, revision) => {
    await run(`update talks set ${change} where id = $talk`);
    expect(await state('talks', talk)).toEqual({ revision, touched: true });
  });

  it.each([
    ["update talk_speakers set display_name = 'Another' where talk_id = $talk"],
    ['delete from talk_speakers where talk_id = $talk'],
    ['delete from talk_tracks where talk_id = $talk'],
    ["update tracks set name = 'Another' where id = $track"],
    ["update talk_links set url = 'https://example.org/2' where talk_id = $talk"],
  ])('is newer, with the same revision, after %s', async (change) => {
    await run(change);
    expect(await state('talks', talk)).toEqual({ revision: 0, touched: true });
  });

  it('is unchanged by comments, stars, equal values and descriptions of tracks', async () => {
    const { pool } = database;
    await make.createTalkComment(pool, event, talk, { user_id: user });
    await make.createStar(pool, event, talk, user);
    await make.createEventComment(pool, event);
    await run('update talks set room = null, title = title, starts_at = starts_at where id = $talk');
    await run("update tracks set description = 'Another' where id = $track");
    expect(await state('talks', talk)).toEqual({ revision: 0, touched: false });
    expect(await state('events', event)).toEqual({ revision: 0, touched: false });
  });

  it('has a GUID that no other talk of its event has', async () => {
    const { rows } = await database.pool.query<{ guid: string }>('select guid from talks where id = $1', [talk]);
    const [{ guid } = { guid: '' }] = rows;
    expect(guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    await expect(make.createTalk(database.pool, event, { guid })).rejects.toThrow('talks_event_id_guid_key');
    await make.createTalk(database.pool, await make.createEvent(database.pool), { guid });
  });
});

describe('the GUID of a talk', () => {
  const guid = 'f0000000-0000-4000-8000-000000000001';
  const hidden = { status: 'PENDING' };
  const { createEvent, createTalk } = make;
  /** Whether the UID in calendars is another one. */
  const isCopied = async (id: string) =>
    (await database.pool.query<{ copied: boolean }>('select guid_is_copied as copied from talks where id = $1', [id]))
      .rows[0]?.copied;
  const createCopy = async (row: Record<string, unknown> = {}) =>
    createTalk(database.pool, await createEvent(database.pool, row), { guid });
  const update = (change: string, id: string) =>
    database.pool.query(`update events set ${change} where id = (select event_id from talks where id = $1)`, [id]);

  beforeEach(() => database.pool.query('delete from talks where guid = $1', [guid]));

  it('does not disclose a talk of a hidden event, and is not taken by one', async () => {
    const squatted = [await createCopy(hidden), await createCopy({ is_private: true }), await createCopy()];
    expect(await Promise.all(squatted.map(isCopied))).toEqual([false, false, false]);
  });

  it('belongs to the talk that was public first', async () => {
    const late = await createCopy(hidden);
    const [first, second] = [await createCopy(), await createCopy()];
    await update("status = 'APPROVED'", late);
    expect([await isCopied(first), await isCopied(second), await isCopied(late)]).toEqual([false, true, true]);
  });

  it('stays that of its talk while the event is hidden, unless another one becomes public', async () => {
    const talk = await createCopy();
    await update('is_private = true', talk);
    await update('is_private = false', talk);
    expect(await isCopied(talk)).toBe(false);
    await update("status = 'REJECTED'", talk);
    await createCopy();
    await update("status = 'APPROVED'", talk);
    expect(await isCopied(talk)).toBe(true);
  });
});

it('the schedule of an event changes its revision with its dates, and not with its description', async () => {
  await database.pool.query("update events set description = 'Another' where id = $1", [event]);
  expect(await state('events', event)).toEqual({ revision: 0, touched: true });
  await database.pool.query("update events set ends_at = ends_at + interval '1 day' where id = $1", [event]);
  expect(await state('events', event)).toEqual({ revision: 1, touched: true });
});

it('a new location of the event moves its talks', async () => {
  await database.pool.query("update events set location = 'Elsewhere' where id = $1", [event]);
  expect(await state('talks', talk)).toEqual({ revision: 1, touched: true });
  await database.pool.query("update events set name = 'Another' where id = $1", [event]);
  expect(await state('talks', talk)).toEqual({ revision: 1, touched: true });
});

describe('a deleted talk', () => {
  const deleted = async () =>
    (await database.pool.query('select id, revision from deleted_talks where event_id = $1', [event])).rows;

  it('is kept with the next revision, until its event is deleted', async () => {
    await run("update talks set room = 'Attic' where id = $talk");
    await run('delete from talks where id = $talk');
    expect(await deleted()).toEqual([{ id: talk, revision: 2 }]);
    await make.createTalk(database.pool, event);
    await database.pool.query('delete from events where id = $1', [event]);
    expect(await deleted()).toEqual([]);
  });

  it('that returns with its GUID continues its revisions, and is no longer cancelled', async () => {
    const { rows } = await database.pool.query<{ guid: string }>('select guid from talks where id = $1', [talk]);
    await run('delete from talks where id = $talk');
    const again = await make.createTalk(database.pool, event, { guid: rows[0]?.guid });
    expect(await deleted()).toEqual([]);
    expect(await state('talks', again)).toEqual({ revision: 2, touched: true });
  });

  it('is deleted after 60 days, which invalidates responses about its event', async () => {
    await run('delete from talks where id = $talk');
    await database.pool.query("update deleted_talks set deleted_at = now() - interval '59 days'");
    await database.pool.query(deleteOldCancelledTalks.text);
    expect(await deleted()).toHaveLength(1);
    await database.pool.query("update deleted_talks set deleted_at = now() - interval '61 days'");
    await database.pool.query('delete from changes');
    await database.pool.query(deleteOldCancelledTalks.text);
    expect(await deleted()).toEqual([]);
    const { rows } = await database.pool.query('select event_id from changes where event_id = $1', [event]);
    expect(rows).toHaveLength(1);
  });
});
