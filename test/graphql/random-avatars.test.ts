import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask as askRest } from '../rest/ask.js';
import { ask, askData } from './ask.js';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const EMAIL = 'Ada@Example.org';
const RANDOM = /^[0-9a-f]{32}$/;

let service: TestService;
let ada: string;
let event: string;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  ada = await make.createUser(pool, { username: 'ada', full_name: 'Ada', email: EMAIL });
  event = await make.createEvent(pool);
  await make.createEventComment(pool, event, { user_id: ada });
  const stranger = await make.createUser(pool);
  const admin = await make.createUser(pool, { is_admin: true });
  const application = await make.createApplication(pool, { is_first_party: false });
  for (const [name, id] of Object.entries({ ada, stranger, admin })) tokens[name] = await make.createToken(pool, id);
  tokens['adaElsewhere'] = await make.createToken(pool, ada, { application_id: application });
});
afterAll(() => service.stop());

const REPLACE = `mutation ($input: ReplaceUserInput!) {
  replaceUser(input: $input) { user { avatarHash hasRandomAvatarHash } }
}`;
const inputOf = (changes: object) => ({ userId: ada, fullName: 'Ada', email: EMAIL, ...changes });

/** The payload of the mutation. */
async function replace(changes: object, by = 'ada') {
  const asking = { token: tokens[by], variables: { input: inputOf(changes) } };
  const { user } = (await askData(service, REPLACE, asking)).replaceUser;
  return user as { avatarHash: string; hasRandomAvatarHash: boolean };
}

/** The public hashes in REST and GraphQL: of the user, and of the author of comments. */
async function told(): Promise<string[]> {
  const query = `query ($ada: ID!, $event: ID!) {
    user(id: $ada) { avatarHash }
    event(id: $event) { comments { nodes { user { avatarHash } } } }
  }`;
  const { user, event: shown } = await askData(service, query, { variables: { ada, event } });
  const pages = await Promise.all(
    [`/v2.1/users/${ada}`, `/v2.1/events/${event}/comments`].map((path) => askRest(service, `${path}?verbose=yes`)),
  );
  const hashes = pages.flatMap(({ text }) => [...text.matchAll(/"(?:gravatar|avatar)_hash":"(\w*)"/g)]);
  return [user.avatarHash, shown.comments.nodes[0].user.avatarHash, ...hashes.map(([, hash = '']) => hash)];
}
const six = (hash: string) => Array.from({ length: 6 }, () => hash);

describe('a random avatar hash, independent of the address', () => {
  it('appears everywhere immediately, also in cached responses, and is forgotten when disabled', async () => {
    expect(await told()).toEqual(six(md5('ada@example.org')));
    const { avatarHash: first, hasRandomAvatarHash } = await replace({ hasRandomAvatarHash: true });
    expect([first, hasRandomAvatarHash]).toEqual([expect.stringMatching(RANDOM), true]);
    expect(first).not.toBe(md5('ada@example.org'));
    expect(await told()).toEqual(six(first));

    expect(await replace({ hasRandomAvatarHash: false })).toEqual({
      avatarHash: md5('ada@example.org'),
      hasRandomAvatarHash: false,
    });
    expect(await told()).toEqual(six(md5('ada@example.org')));

    const { avatarHash: second } = await replace({ hasRandomAvatarHash: true });
    expect(second).not.toBe(first);
    expect(await told()).toEqual(six(second));
  });

  it('is unchanged by other changes of the account or the address, in REST and GraphQL', async () => {
    const before = await replace({ hasRandomAvatarHash: true });
    for (const again of [
      { hasRandomAvatarHash: true },
      {},
      { hasRandomAvatarHash: null },
      { email: 'b@example.org' },
    ]) {
      expect(await replace(again)).toEqual(before);
    }
    const body = { full_name: 'Ada', email: 'c@example.org' };
    const put = { method: 'PUT', token: tokens['ada'], body };
    expect((await askRest(service, `/v2.1/users/${ada}`, put)).status).toBe(204);
    expect(await told()).toEqual(six(before.avatarHash));
  });

  it('can be changed by the user and by site administrators, through first-party applications', async () => {
    const stored = await told();
    for (const [by, reason] of [
      ['stranger', 'OWN_ACCOUNT_ONLY'],
      ['adaElsewhere', 'FIRST_PARTY_ONLY'],
    ] as const) {
      const variables = { input: inputOf({ hasRandomAvatarHash: false }) };
      const { errors } = await ask(service, REPLACE, { token: tokens[by], variables });
      expect(errors[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', problems: [{ reason }] });
    }
    expect(await told()).toEqual(stored);
    expect(await replace({ hasRandomAvatarHash: false }, 'admin')).toMatchObject({ hasRandomAvatarHash: false });
  });

  it.each([
    ['ada', false],
    ['admin', false],
    ['stranger', null],
    ['an anonymous caller', null],
  ])('whether a hash is random is visible to %s: %s', async (who, expected) => {
    const query = 'query ($ada: ID!) { user(id: $ada) { hasRandomAvatarHash } }';
    const { user } = await askData(service, query, { variables: { ada }, token: who && tokens[who] });
    expect(user.hasRandomAvatarHash).toBe(expected);
  });
});
