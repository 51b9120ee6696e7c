import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recountCounters } from '../../src/core/common/counters.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { meeting, NOTHING_MORE, outcomeOf, refusal } from './accounts.js';
import { ask, metaOf, recordOf, recordsOf } from './ask.js';

let service: TestService;
let adminId: string;
let admin: string;
let stranger: string;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  adminId = await make.createUser(pool, { is_admin: true });
  admin = await make.createToken(pool, adminId);
  stranger = await make.createToken(pool, await make.createUser(pool, { is_trusted: true }));
});
afterAll(() => service.stop());

const remove = (path: string, token: string | undefined) =>
  ask(service, `/v2.1/users/${path}`, { method: 'DELETE', token });
const drifts = async () => {
  const client = await service.database.pool.connect();
  try {
    return await recountCounters(client, () => undefined);
  } finally {
    client.release();
  }
};
/** A user who has done everything once. */
async function busyUser() {
  const { pool } = service.database;
  const user = await make.createUser(pool, { full_name: 'Ada Lovelace' });
  const [event, rater] = [await make.createEvent(pool), await make.createUser(pool)];
  const talk = await make.createTalk(pool, event);
  const other = await make.createTalk(pool, event);
  await make.createHost(pool, event, user);
  await make.createAttendee(pool, event, user);
  await make.createStar(pool, event, talk, user);
  await make.createSpeaker(pool, event, talk, { display_name: 'Ada', user_id: user });
  const claimed = await make.createSpeaker(pool, event, other, { display_name: 'A. L.' });
  await make.createClaim(pool, event, other, claimed, user);
  const spoken = await make.createTalkComment(pool, event, other, { user_id: user, rating: 5 });
  // A speaker's rating of their own talk, and a host's of their own event, do not count while the account exists.
  await make.createTalkComment(pool, event, talk, { user_id: user, rating: 1 });
  const said = await make.createEventComment(pool, event, { user_id: user, rating: 2, author_name: 'Ada Lovelace' });
  await make.createTalkComment(pool, event, other, { user_id: rater, rating: 3 });
  await make.createReport(pool, event, { talk_comment_id: spoken, reporter_id: user });
  return { user, event, talk, other, spoken, said, token: await make.createToken(pool, user) };
}

describe('DELETE /users/{id} (contract §3.9)', () => {
  it('deletes an inactive account for an administrator; it does not exist for anyone else', async () => {
    const { pool } = service.database;
    const inactive = await make.createUser(pool, { is_active: false });
    expect(await outcomeOf(remove(inactive, stranger))).toEqual(refusal(404, 'User not found'));
    expect(await outcomeOf(remove(inactive, admin))).toEqual(NOTHING_MORE);
    expect((await pool.query('select from users where id = $1', [inactive])).rowCount).toBe(0);
    for (const unknown of [inactive, '0', '9'.repeat(30)])
      expect(await outcomeOf(remove(unknown, admin))).toEqual(refusal(404, 'User not found'));
  });

  it('is for site administrators', async () => {
    const { user, token } = await busyUser();
    expect(await outcomeOf(remove(user, undefined))).toEqual(refusal(401, 'You must be logged in to delete data'));
    for (const by of [token, stranger]) {
      expect(await outcomeOf(remove(user, by))).toEqual(refusal(403, 'You do not have permission to do that'));
    }
    expect(await outcomeOf(remove('999999', admin))).toEqual(refusal(404, 'User not found'));
    expect((await ask(service, `/v2.1/users/${user}`)).status).toBe(200);
  });

  it('keeps names and comments without an account, and nothing else', async () => {
    const { user, event, talk, other, spoken, said, token } = await busyUser();
    expect(await outcomeOf(remove(user, admin))).toEqual(NOTHING_MORE);
    expect(await drifts()).toEqual([]);
    expect((await ask(service, `/v2.1/users/${user}`)).status).toBe(404);
    expect(metaOf(await ask(service, '/v2.1/events', { token }))).not.toHaveProperty('user_uri');
    const seen = async (path: string, name: string) => recordOf(await ask(service, path), name);
    const talkSeen = await seen(`/v2.1/talks/${talk}`, 'talks');
    expect(talkSeen).toMatchObject({ speakers: [{ speaker_name: 'Ada' }], starred_count: 0 });
    expect(JSON.stringify(talkSeen['speakers'])).not.toContain('speaker_uri');
    expect(await seen(`/v2.1/talks/${other}`, 'talks')).toMatchObject({ comment_count: 2, average_rating: 3 });
    expect(await seen(`/v2.1/events/${event}?verbose=yes`, 'events')).toMatchObject({
      attendee_count: 0,
      hosts: [],
      event_comments_count: 1,
      event_average_rating: 0,
    });
    for (const path of [`/v2.1/talk_comments/${spoken}`, `/v2.1/event_comments/${said}`]) {
      const comment = await seen(path, 'comments');
      expect(comment['user_display_name']).toBe('');
      expect(comment).not.toHaveProperty('user_uri');
    }
    const { rows } = await service.database.pool.query(
      `select (select count(*)::int from speaker_claims where event_id = $1) as claims,
          (select count(*)::int from comment_reports where event_id = $1 and reporter_id is null) as reports`,
      [event],
    );
    expect(rows).toEqual([{ claims: 0, reports: 1 }]);
  });

  it('deletes the applications of the account, but not first-party ones', async () => {
    const { pool } = service.database;
    const user = await make.createUser(pool);
    const own = await make.createApplication(pool, { user_id: user });
    const website = await make.createApplication(pool, { user_id: user, is_first_party: true });
    const visitor = await make.createToken(pool, await make.createUser(pool), { application_id: website });
    expect(await outcomeOf(remove(user, admin))).toEqual(NOTHING_MORE);
    const { rows } = await pool.query('select id, user_id from applications where id = any($1)', [[own, website]]);
    expect(rows).toEqual([{ id: website, user_id: null }]);
    expect(metaOf(await ask(service, '/v2.1/events', { token: visitor }))).toHaveProperty('user_uri');
  });

  it('of one account by 10 concurrent requests succeeds once', async () => {
    const { user } = await busyUser();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(user, admin)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 404)]);
    expect(await drifts()).toEqual([]);
  });

  it('keeps the last site administrator, also if two delete each other concurrently', async () => {
    const { pool } = service.database;
    const second = await make.createUser(pool, { is_admin: true });
    await make.createUser(pool, { is_admin: true, is_active: false });
    const bySecond = await make.createToken(pool, second);
    const answers = await meeting(service, 'lock table event_comments in exclusive mode', () => [
      remove(second, admin),
      remove(adminId, bySecond),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
    const { rows } = await pool.query<{ id: string }>('select id from users where is_admin and is_active');
    expect(rows).toHaveLength(1);
    const last = rows[0]?.id ?? '';
    const by = await make.createToken(pool, last);
    expect(await outcomeOf(remove(last, by))).toEqual(
      refusal(403, 'You are not allowed to delete the last site administrator'),
    );
    [adminId, admin] = [last, by];
  });
});

describe('DELETE /users/{id}/talk_comments (contract §3.9)', () => {
  it('deletes the user’s comments on talks, and keeps the account', async () => {
    const { user, other, spoken, said } = await busyUser();
    expect(await outcomeOf(remove(`${user}/talk_comments`, admin))).toEqual(NOTHING_MORE);
    expect(recordsOf(await ask(service, `/v2.1/users/${user}/talk_comments`), 'comments')).toEqual([]);
    expect(recordOf(await ask(service, `/v2.1/talks/${other}`), 'talks')).toMatchObject({ comment_count: 1 });
    expect((await ask(service, `/v2.1/talk_comments/${spoken}`)).status).toBe(404);
    expect((await ask(service, `/v2.1/event_comments/${said}`)).status).toBe(200);
    expect(await drifts()).toEqual([]);
    expect(await outcomeOf(remove(`${user}/talk_comments`, admin))).toEqual(NOTHING_MORE);
  });

  it('is for site administrators', async () => {
    const { user, token, spoken } = await busyUser();
    const path = `${user}/talk_comments`;
    expect(await outcomeOf(remove(path, undefined))).toEqual(
      refusal(401, 'You must be logged in to perform this operation.'),
    );
    expect(await outcomeOf(remove(path, token))).toEqual(refusal(403, 'This operation requires admin privileges.'));
    expect(await outcomeOf(remove('999999/talk_comments', admin))).toEqual(refusal(404, 'User not found'));
    expect((await ask(service, `/v2.1/talk_comments/${spoken}`)).status).toBe(200);
  });
});

describe('POST /users/{id}/trusted (contract §3.9)', () => {
  const trust = (id: string, body: object, token: string | undefined) =>
    ask(service, `/v2.1/users/${id}/trusted`, { method: 'POST', token, body });

  it('sets and clears it idempotently', async () => {
    const user = await make.createUser(service.database.pool);
    for (const trusted of [true, true, false, false]) {
      expect(await outcomeOf(trust(user, { trusted }, admin))).toEqual(NOTHING_MORE);
      const record = recordOf(await ask(service, `/v2.1/users/${user}?verbose=yes`), 'users');
      expect(record['trusted']).toBe(trusted ? 1 : 0);
    }
  });

  it.each([{}, { trusted: 'true' }, { trusted: 1 }, { trusted: null }])('requires a boolean, not %j', async (body) => {
    expect(await outcomeOf(trust(adminId, body, admin))).toEqual(refusal(400, 'You must provide a trusted state'));
  });

  it('is for site administrators', async () => {
    const user = await make.createUser(service.database.pool);
    expect(await outcomeOf(trust(user, { trusted: true }, undefined))).toEqual(
      refusal(401, 'You must be logged in to change a user account'),
    );
    expect(await outcomeOf(trust(user, { trusted: true }, stranger))).toEqual(
      refusal(403, "You must be an admin to change a user's trusted state"),
    );
    expect(await outcomeOf(trust('999999', { trusted: true }, admin))).toEqual(refusal(404, 'User not found'));
  });
});
