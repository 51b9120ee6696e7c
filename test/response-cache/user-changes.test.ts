import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createChangeFeed } from '../../src/http/cache/change-feed.js';
import { createRun } from '../../src/core/transaction/run.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';

let database: TestDatabase;
let [user, event, other] = ['', '', ''];

beforeAll(async () => {
  database = await freshDatabase();
  user = await make.createUser(database.pool);
  event = await make.createEvent(database.pool);
  other = await make.createEvent(database.pool);
});
afterAll(() => database.drop());

const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);

/** Whether responses about these, and about everything, must be computed again after the statement. */
async function changedBy(
  statement: () => Promise<unknown>,
): Promise<Record<'event' | 'other' | 'everything', boolean>> {
  const changes = createChangeFeed(createRun(database.pool, { prepared: true }));
  const since = await changes.poll();
  await statement();
  await changes.poll();
  const [ofEvent = false, ofOther = false, everything = false] = [event, other, 'everything'].map((scope) =>
    changes.hasChanged(scope === 'everything' ? scope : [scope], since),
  );
  return { event: ofEvent, other: ofOther, everything };
}

const rename = () => query(`update users set full_name = full_name || 'x' where id = $1`, [user]);

describe('a changed user', () => {
  it('invalidates no event that does not show the user', async () => {
    expect(await changedBy(rename)).toEqual({ event: false, other: false, everything: true });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['host', () => make.createHost(database.pool, event, user)],
    ['speaker', async () => make.createSpeaker(database.pool, event, await talk(), { user_id: user })],
    ['claimant', () => claim()],
  ])('invalidates the event whose %s it is, and no other', async (_, connect) => {
    user = await make.createUser(database.pool);
    await connect();
    expect(await changedBy(rename)).toEqual({ event: true, other: false, everything: true });
  });

  it.each<[string, boolean, () => Promise<unknown>]>([
    ['attendee', true, () => make.createAttendee(database.pool, event, user)],
    ['stargazer', true, async () => make.createStar(database.pool, event, await talk(), user)],
    // Responses with comments depend on their authors.
    ['author of a comment', false, () => make.createEventComment(database.pool, event, { user_id: user })],
  ])('invalidates the event whose %s it is at most by counting', async (_, counts, connect) => {
    user = await make.createUser(database.pool);
    await connect();
    expect(await changedBy(rename)).toEqual({ event: false, other: false, everything: true });
    const activate = () => query('update users set is_active = not is_active where id = $1', [user]);
    for (const __ of ['inactive', 'active'])
      expect(await changedBy(activate)).toEqual({ event: counts, other: false, everything: true });
  });

  it.each([
    `email = 'x' || email`,
    `random_avatar_hash = md5('x')`,
    `biography = 'New'`,
    `twitter_username = 'new'`,
    'is_active = false',
    'is_trusted = true',
  ])('invalidates it by %s', async (column) => {
    user = await make.createUser(database.pool);
    await make.createHost(database.pool, event, user);
    expect(await changedBy(() => query(`update users set ${column} where id = $1`, [user]))).toMatchObject({
      event: true,
    });
  });

  it('invalidates nothing by a login, or without a difference', async () => {
    expect(await changedBy(() => query('update users set last_login_at = now(), username = username'))).toEqual({
      ...{ event: false, other: false, everything: false },
    });
  });

  it('invalidates the events that showed it when it is deleted', async () => {
    user = await make.createUser(database.pool);
    await make.createEventComment(database.pool, event, { user_id: user });
    expect(await changedBy(() => query('delete from users where id = $1', [user]))).toEqual({
      ...{ event: true, other: false, everything: true },
    });
  });

  it('invalidates all events if there are more than a thousand', async () => {
    await query(
      `insert into users (username, full_name, email) select 'u' || n, 'U', n || '@example.org' from generate_series(1, 1001) n`,
    );
    expect(await changedBy(() => query(`update users set full_name = 'V' where full_name = 'U'`))).toEqual({
      ...{ event: true, other: true, everything: true },
    });
  });
});

const talk = (): Promise<string> => make.createTalk(database.pool, event);

async function claim(): Promise<void> {
  const claimed = await talk();
  await make.createClaim(database.pool, event, claimed, await make.createSpeaker(database.pool, event, claimed), user);
}
