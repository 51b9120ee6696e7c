import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ask as askGraph, askData } from '../graphql/ask.js';
import { roles, type Role } from '../permissions/truth.js';
import { writes } from '../permissions/writes.js';
import { bodyOf, metaOf, recordsOf } from '../rest/ask.js';
import { createHiddenWorld, listsAround, pathsBelow, SECRET } from '../rest/hidden-world.js';
import { attempt, UNLIMITED, writeOf } from './attempt.js';
import { openStage, type Stage } from './stage.js';

/** Contract §7.2: lines about permissions and visibility, in REST and GraphQL. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ ...UNLIMITED, COMMENT_EDIT_MINUTES: '600' });
});
beforeEach(() => stage.snapshot.restore());
afterAll(() => stage.service.stop());

const LOGIN = 'UNAUTHENTICATED LOGIN_REQUIRED';
const FIRST_PARTY = 'FORBIDDEN FIRST_PARTY_ONLY';
/** Third-party applications may not manage accounts and applications (decisions no. 17). */
const ELSEWHERE = { ownerElsewhere: FIRST_PARTY, adminElsewhere: FIRST_PARTY };
const both = (outcome: string) => [outcome, outcome];

/** Runs a write as each of these roles through both APIs. */
async function attempts(mutation: string, who: readonly Role[]): Promise<Partial<Record<Role, string[]>>> {
  const outcomes: Partial<Record<Role, string[]>> = {};
  for (const by of who) outcomes[by] = await attempt(stage, writeOf(mutation), { by });
  return outcomes;
}
const everyone = (outcome: string, others: Partial<Record<Role, string>>) =>
  Object.fromEntries(roles.map((role) => [role, both(others[role] ?? outcome)]));

it('7.2.1 an invalid token is anonymous: it can read public data, and write nothing (contract 7.2-1, 2.1-4)', async () => {
  const { service, at } = stage;
  const forUsers = writes.filter(({ truth }) => truth.anonymous === LOGIN);
  expect(forUsers.length).toBeGreaterThan(40);
  const invalid = { ...stage, at: { ...at, tokens: { ...at.tokens, stranger: 'nobody-has-this' } } };
  for (const write of forUsers) {
    expect([write.name, await attempt(invalid, write, { by: 'stranger' })]).toEqual([write.name, both(LOGIN)]);
  }
  const bad = { Authorization: 'OAuth nobody-has-this' };
  const read = await fetch(`${service.base}/v2.1/events/${at.event}?verbose=yes`, { headers: bad });
  const { events, meta } = (await read.json()) as { events: object[]; meta: object };
  expect([read.status, events, 'user_uri' in meta]).toEqual([
    200,
    [expect.objectContaining({ attending: false, can_edit: false })],
    false,
  ]);
  const refused = await fetch(`${service.base}/v2.1/events/${at.event}/images`, { method: 'DELETE', headers: bad });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="lectern", error="invalid_token"',
  ]);
  expect(await askData(service, '{ viewer { id } }', { token: 'nobody-has-this' })).toEqual({ viewer: null });
});

it('7.2.2 only hosts and site administrators can delete the images of an event (contract 7.2-2, 3.2-90)', async () => {
  const done = { host: 'done', admin: 'done', adminElsewhere: 'done', anonymous: LOGIN, inactive: LOGIN };
  expect(await attempts('clearEventImages', roles)).toEqual(everyone('FORBIDDEN HOSTS_ONLY', done));
});

it('7.2.3 only its owner can change an application (contract 7.2-3, 2.4-5, 2.4-6)', async () => {
  const done = { owner: 'done', anonymous: LOGIN, inactive: LOGIN, ...ELSEWHERE };
  for (const mutation of ['replaceApplication', 'deleteApplication']) {
    expect(await attempts(mutation, roles)).toEqual(everyone('NOT_FOUND APPLICATION_UNKNOWN', done));
  }
});

it('7.2.4 DELETE /users/{id}/talk_comments deletes comments, not the account (contract 7.2-4, 3.9-23)', async () => {
  const { service, at, snapshot } = stage;
  const { owner } = at.users;
  const done = { admin: 'done', anonymous: LOGIN, inactive: LOGIN, ...ELSEWHERE };
  expect(await attempts('deleteTalkCommentsOfUser', roles)).toEqual(everyone('FORBIDDEN ADMINS_ONLY', done));
  const query = 'mutation ($id: ID!) { deleteTalkCommentsOfUser(input: { userId: $id }) { user { username } } }';
  const deletions = [
    async () => expect(await stage.told(`DELETE /users/${owner}/talk_comments`, 'admin')).toEqual([204, '', null]),
    async () => {
      const { data } = await askGraph(service, query, { token: at.tokens.admin, variables: { id: owner } });
      expect(data).toEqual({ deleteTalkCommentsOfUser: { user: { username: 'owner' } } });
    },
  ];
  const said = async () => metaOf(await stage.send(`GET /users/${owner}/talk_comments`, 'admin'))['total'];
  for (const remove of deletions) {
    const others = await stage.stored('select count(*) from event_comments');
    expect(await said()).toBeGreaterThan(0);
    await remove();
    expect([await said(), await stage.stored('select count(*) from event_comments')]).toEqual([0, others]);
    expect(await stage.read(`/users/${owner}`, 'users')).toMatchObject({ username: 'owner' });
    expect(metaOf(await stage.send('GET /events', 'owner'))).toHaveProperty('user_uri');
    await snapshot.restore();
  }
});

it('7.2.6 records of pending, rejected and private events are hidden, in lists too (contract 7.2-6, 3.2-52, 3.9-18)', async () => {
  const { service, at, snapshot } = stage;
  const { pool } = service.database;
  const lists = `query ($id: ID!) { user(id: $id) {
    hostedEvents { totalCount nodes { id } } attendedEvents { totalCount nodes { id } }
    talks { totalCount nodes { id } } talkComments { totalCount nodes { id } } } }`;
  const nothing = { totalCount: 0, nodes: [] };
  for (const row of [{ status: 'PENDING' }, { status: 'REJECTED' }, { is_private: true }]) {
    const world = await createHiddenWorld(pool, at.users.host, row);
    for (const by of ['anonymous', 'stranger'] as const) {
      const token = at.tokens[by];
      for (const [path, sentence] of pathsBelow(world)) {
        const answer = await stage.send(`GET ${service.base}${path}`, by);
        expect([row, by, path, answer.status, answer.text]).toEqual([row, by, path, 404, JSON.stringify([sentence])]);
        if (!/^\/v2\.1\/\w+\/\d+$/.test(path)) continue;
        const asked = { variables: { uri: service.base + path }, token };
        const query = 'query ($uri: String!) { resource(uri: $uri) { __typename } }';
        expect([path, await askData(service, query, asked)]).toEqual([path, { resource: null }]);
      }
      for (const path of listsAround(world)) {
        const answer = await stage.send(`GET ${service.base}${path}`, by);
        expect([path, answer.text.includes(`${SECRET} `), metaOf(answer)['total']]).toEqual([path, false, 0]);
      }
      expect(await askData(service, lists, { variables: { id: world.insider }, token })).toEqual({
        user: { hostedEvents: nothing, attendedEvents: nothing, talks: nothing, talkComments: nothing },
      });
    }
    const hosted = await stage.send(`GET /users/${world.insider}/hosted`, 'host');
    expect(recordsOf(hosted, 'events')).toMatchObject([{ name: `${SECRET} event` }]);
  }
  await snapshot.restore();
});

it('7.2.13 a registered application is not first-party, whatever it declares (contract 7.2-13, 2.4-7, 2.6-5)', async () => {
  const { service, at, snapshot } = stage;
  const client = { name: 'Gadget', description: 'x', callback_url: 'https://gadget.example/' };
  const boast = { is_first_party: true, trusted: 1, enable_password_grant: 1, isFirstParty: true };
  const made = await stage.send('POST /applications', 'owner', { ...client, ...boast });
  expect(made.status).toBe(201);
  const address = String(made.headers.get('location'));
  const { consumer_key, consumer_secret } = await stage.read(`${address}?verbose=yes`, 'clients', 'owner');
  const stored = 'select is_first_party from applications where consumer_key = $1';
  expect(await stage.stored(stored, consumer_key)).toBe('false');
  expect((await stage.send(`PUT ${address}`, 'owner', { ...client, ...boast })).status).toBe(201);
  expect(await stage.stored(stored, consumer_key)).toBe('false');
  const credentials = { client_id: consumer_key, client_secret: consumer_secret };
  const message = { name: 'A', email: 'a@example.org', subject: 'x', comment: 'y', ...credentials };
  expect(await stage.told('POST /contact', 'anonymous', message)).toEqual([
    403,
    ['This client cannot perform this action'],
    null,
  ]);
  const contact = 'mutation ($input: ContactInput!) { contact(input: $input) { __typename } }';
  const { client_id: consumerKey, client_secret: consumerSecret, ...said } = message;
  const { errors } = await askGraph(service, contact, {
    variables: { input: { ...said, consumerKey, consumerSecret } },
  });
  expect(errors[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', problems: [{ reason: 'CLIENT_REFUSED' }] });
  await snapshot.restore();
  const elsewhere = { ownerElsewhere: both(FIRST_PARTY) };
  for (const mutation of ['revokeToken', 'replaceUser']) {
    expect(await attempts(mutation, ['owner', 'ownerElsewhere'])).toEqual({ owner: both('done'), ...elsewhere });
  }
  expect(await attempts('deleteUser', ['stranger', 'ownerElsewhere'])).toEqual({
    stranger: both('FORBIDDEN ADMINS_ONLY'),
    ...elsewhere,
  });
  expect(await stage.told('GET /token', 'ownerElsewhere')).toEqual([
    403,
    ['You can not access the token list with this client'],
    null,
  ]);
  const tokens = await askGraph(service, '{ accessTokens { totalCount } }', { token: at.tokens.ownerElsewhere });
  expect(tokens.errors[0]?.extensions).toMatchObject({ problems: [{ reason: 'FIRST_PARTY_ONLY' }] });
  expect(bodyOf(await stage.send('GET /token', 'owner'))).toHaveProperty('tokens');
});
