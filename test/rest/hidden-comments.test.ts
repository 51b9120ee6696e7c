import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, metaOf } from './ask.js';

const SECRET = 'Between us';

describe('private and reported comments (decisions no. 15, spec §3)', () => {
  let service: TestService;
  let [event, talk, author] = ['', '', ''];
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    event = await make.createEvent(pool);
    talk = await make.createTalk(pool, event);
    author = await make.createUser(pool);
    const [speaker, host, other] = [
      await make.createUser(pool),
      await make.createUser(pool),
      await make.createUser(pool),
    ];
    const admin = await make.createUser(pool, { is_admin: true });
    await make.createHost(pool, event, host);
    await make.createSpeaker(pool, event, talk, { user_id: speaker });
    // Speaks at the same event, but in another talk; and hosts another event.
    await make.createSpeaker(pool, event, await make.createTalk(pool, event), { user_id: other });
    await make.createHost(pool, await make.createEvent(pool), other);
    for (const [name, id] of Object.entries({ author, speaker, host, admin, other })) {
      tokens[name] = await make.createToken(pool, id);
    }
  });
  afterAll(() => service.stop());

  const lists = () => [
    `/v2.1/talks/${talk}/comments`,
    `/v2.1/events/${event}/talk_comments`,
    `/v2.1/users/${author}/talk_comments`,
  ];
  const everyone = ['anonymous', 'other', 'author', 'speaker', 'host', 'admin'];

  async function look(who: string, own: string, paths: string[]) {
    const alone = await ask(service, own, { token: tokens[who] });
    const seen = [];
    for (const path of paths) {
      const answer = await ask(service, path, { token: tokens[who] });
      expect(metaOf(answer)['count']).toBe(metaOf(answer)['total']);
      seen.push(answer.text.includes(SECRET));
    }
    return [alone.status, ...seen];
  }

  it.each(everyone)('a private talk comment and %s', async (who) => {
    const { pool } = service.database;
    const row = { user_id: author, comment: SECRET, is_private: true };
    const id = await make.createTalkComment(pool, event, talk, row);
    const sees = !['anonymous', 'other'].includes(who);
    expect(await look(who, `/v2.1/talk_comments/${id}`, lists())).toEqual([sees ? 200 : 404, sees, sees, sees]);
    await pool.query('delete from talk_comments where id = $1', [id]);
  });

  it.each(everyone)('a reported talk comment is hidden from all: from %s too', async (who) => {
    const { pool } = service.database;
    for (const is_private of [false, true]) {
      const row = { user_id: author, comment: SECRET, is_hidden: true, is_private };
      const id = await make.createTalkComment(pool, event, talk, row);
      expect(await look(who, `/v2.1/talk_comments/${id}`, lists())).toEqual([404, false, false, false]);
    }
  });

  it.each(everyone)('a reported event comment is hidden from all: from %s too', async (who) => {
    const row = { user_id: author, comment: SECRET, is_hidden: true };
    const id = await make.createEventComment(service.database.pool, event, row);
    const list = [`/v2.1/events/${event}/comments`];
    expect(await look(who, `/v2.1/event_comments/${id}`, list)).toEqual([404, false]);
  });

  it('a token of an inactive account is invalid, and the account is hidden everywhere', async () => {
    const { pool } = service.database;
    const own = await make.createEvent(pool, { status: 'PENDING' });
    const gone = await make.createUser(pool, { is_active: false, is_admin: true });
    await make.createHost(pool, own, gone);
    const token = await make.createToken(pool, gone);
    expect((await ask(service, `/v2.1/events/${own}`, { token })).status).toBe(404);
    expect(bodyOf(await ask(service, '/v2.1', { token }))).not.toHaveProperty('meta');
    const pending = await ask(service, '/v2.1/events?filter=pending', { token });
    expect([pending.status, pending.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="lectern", error="invalid_token"',
    ]);
  });

  it('an expired token is invalid', async () => {
    const { pool } = service.database;
    const token = await make.createToken(pool, author);
    expect(bodyOf(await ask(service, '/v2.1', { token }))).toHaveProperty('meta');
    await pool.query(`update access_tokens set expires_at = now() - interval '1 second' where user_id = $1`, [author]);
    expect(bodyOf(await ask(service, '/v2.1', { token }))).not.toHaveProperty('meta');
  });
});
