import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, inOrder, metaOf, recordOf, recordsOf, type Json } from './ask.js';

const hash = createHash('md5').update('me@example.org').digest('hex');

describe('the user record (contract §3.9)', () => {
  let service: TestService;
  let [me, uri] = ['', ''];
  const tokens: Record<string, string> = {};
  const read = async (path: string, who?: string) =>
    recordOf(await ask(service, path, { token: who && tokens[who] }), 'users');
  const names = async (path: string) => recordsOf(await ask(service, path), 'users').map(({ username }) => username);

  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    me = await make.createUser(pool, {
      username: 'Émile 100%',
      full_name: '2024',
      email: 'Me@Example.org',
      biography: 'Likes <i> & _',
      twitter_username: 'emile_t',
      is_trusted: true,
    });
    uri = `${service.base}/v2.1/users/${me}`;
    const stranger = await make.createUser(pool, { username: 'zoe', full_name: 'Aaron' });
    const admin = await make.createUser(pool, { username: 'boss', full_name: 'Boss', is_admin: true });
    await make.createUser(pool, { username: 'gone', full_name: 'Gone', is_active: false });
    for (const [name, id] of Object.entries({ self: me, stranger, admin })) {
      tokens[name] = await make.createToken(pool, id);
    }
  });
  afterAll(() => service.stop());

  const links = () => ({
    uri,
    verbose_uri: `${uri}?verbose=yes`,
    website_uri: `${service.base}/user/%C3%89mile%20100%25`,
    talks_uri: `${uri}/talks/`,
    attended_events_uri: `${uri}/attended/`,
    hosted_events_uri: `${uri}/hosted/`,
    talk_comments_uri: `${uri}/talk_comments/`,
  });

  it.each(['anonymous', 'stranger', 'self', 'admin'])('has its normal members in order for %s', async (who) => {
    const names = {
      username: 'Émile 100%',
      full_name: '2024',
      biography: 'Likes <i> & _',
      twitter_username: 'emile_t',
    };
    expect(inOrder(await read(`/v2.1/users/${me}`, who))).toBe(inOrder({ ...names, ...links() }));
  });

  it.each([
    ['anonymous', {}, {}, {}],
    ['stranger', {}, {}, { can_edit: false }],
    ['self', { email: 'Me@Example.org' }, {}, { can_edit: true }],
    ['admin', { email: 'Me@Example.org' }, { admin: 0 }, { can_edit: true }],
  ])('has its verbose members in order for %s', async (who, email, admin, rights) => {
    const expected: Json = {
      username: 'Émile 100%',
      full_name: '2024',
      twitter_username: 'emile_t',
      biography: 'Likes <i> & _',
      trusted: 1,
      gravatar_hash: hash,
      avatar_hash: hash,
      ...email,
      ...admin,
      ...links(),
      ...rights,
    };
    expect(inOrder(await read(`/v2.1/users/${me}?verbose=yes`, who))).toBe(inOrder(expected));
  });

  it('returns null for missing values', async () => {
    const bare = await make.createUser(service.database.pool, { full_name: 'Zzz' });
    expect(await read(`/v2.1/users/${bare}`)).toMatchObject({ biography: null, twitter_username: null });
  });

  it('lists active accounts by ID, and never the others', async () => {
    const listed = recordsOf(await ask(service, '/v2.1/users?resultsperpage=0'), 'users');
    expect(listed.slice(0, 3).map(({ username }) => username)).toEqual(['Émile 100%', 'zoe', 'boss']);
    expect(listed.map(({ username }) => username)).not.toContain('gone');
  });

  it('finds the exact username in any case, and returns an empty list otherwise', async () => {
    expect(await names('/v2.1/users?username=%C3%89MILE+100%25')).toEqual(['Émile 100%']);
    expect(await names('/v2.1/users?username=ZOE&verbose=yes')).toEqual(['zoe']);
    expect(await names('/v2.1/users?username=zo')).toEqual([]);
    expect(await names('/v2.1/users?username=gone')).toEqual([]);
    expect(metaOf(await ask(service, '/v2.1/users?username=zo'))['total']).toBe(0);
  });

  it('searches parts of username, full name or Twitter name, sorted by full name, with literal wildcards', async () => {
    expect(await names('/v2.1/users?keyword=O')).toEqual(['zoe', 'boss']);
    expect(await names('/v2.1/users?keyword=%25')).toEqual(['Émile 100%']);
    expect(await names('/v2.1/users?keyword=_')).toEqual(['Émile 100%']);
    expect(await names('/v2.1/users?keyword=EMILE_T')).toEqual(['Émile 100%']);
    expect(await names('/v2.1/users?keyword=%5C')).toEqual([]);
  });

  it.each(['', '/talks', '/attended', '/hosted', '/talk_comments'])(
    'returns 404 at %s of an unknown or inactive user',
    async (below) => {
      const inactive = await make.createUser(service.database.pool, { is_active: false });
      for (const id of ['999999', inactive]) {
        const answer = await ask(service, `/v2.1/users/${id}${below}`);
        expect([answer.status, answer.text]).toEqual([404, '["User not found"]']);
      }
    },
  );

  it('has its talks, attended and hosted events, newest start first, ties by ID', async () => {
    const { pool } = service.database;
    const user = await make.createUser(pool, { full_name: 'Yves' });
    const early = { starts_at: '2026-05-01T09:00:00Z', ends_at: '2026-05-01T10:00:00Z' };
    const events = [await make.createEvent(pool), await make.createEvent(pool, early), await make.createEvent(pool)];
    const talks: string[] = [];
    for (const event of events) {
      await make.createHost(pool, event, user);
      await make.createAttendee(pool, event, user);
      const talk = await make.createTalk(pool, event, event === events[1] ? { starts_at: early.starts_at } : {});
      await make.createSpeaker(pool, event, talk, { user_id: user });
      talks.push(talk);
    }
    const uris = async (below: string, name: string) =>
      recordsOf(await ask(service, `/v2.1/users/${user}/${below}/`), name).map(({ uri: one }) => one);
    const expected = (kind: string, ids: string[]) =>
      [2, 0, 1].map((index) => `${service.base}/v2.1/${kind}/${ids[index]}`);
    expect(await uris('hosted', 'events')).toEqual(expected('events', events));
    expect(await uris('attended', 'events')).toEqual(expected('events', events));
    expect(await uris('talks', 'talks')).toEqual(expected('talks', talks));
  });
});
