import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { createClient, createMember, type WireClient } from '../support/sign-in.js';
import { ask, askData } from './ask.js';

const PASSWORD = 'difference engine';

let service: TestService;
let client: WireClient;
let ada: string;
let [own, foreign] = ['', ''];
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  ada = await createMember(pool, 'ada', PASSWORD);
  const host = await createUser(pool);
  client = await createClient(pool, { name: 'Website', is_first_party: true, user_id: host });
  const other = await createClient(pool);
  own = await createToken(pool, ada, { application_id: client.id });
  foreign = await createToken(pool, ada, { application_id: other.id });
});
afterAll(() => service.stop());

const issue = `mutation ($input: IssueTokenInput!) {
  issueToken(input: $input) { accessToken user { id username } viewer { id } }
}`;
const credentials = (wrong: object = {}) => ({
  input: {
    username: 'ADA',
    password: PASSWORD,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    ...wrong,
  },
});
const codesOf = async (query: string, asking: object) =>
  (await ask(service, query, asking)).errors.map(({ extensions: { code, problems } }) => ({ code, problems }));

describe('issueToken', () => {
  it('returns a valid token, and its user', async () => {
    const { issueToken } = await askData(service, issue, { variables: credentials() });
    const { accessToken, ...rest } = issueToken;
    expect(rest).toEqual({ user: { id: ada, username: 'ada' }, viewer: null });
    expect(await askData(service, '{ viewer { id } }', { token: accessToken })).toEqual({ viewer: { id: ada } });
    const again = await askData(service, issue, { variables: credentials(), token: accessToken });
    expect(again.issueToken.viewer).toEqual({ id: ada });
  });

  it.each([
    [{ username: '', password: '' }, 'INVALID', ['FIELD_REQUIRED username', 'FIELD_REQUIRED password']],
    [{ clientSecret: 'x', password: 'x' }, 'FORBIDDEN', ['CLIENT_REFUSED']],
    [{ password: 'x' }, 'FORBIDDEN', ['SIGN_IN_FAILED']],
    [{ username: 'nobody' }, 'FORBIDDEN', ['SIGN_IN_FAILED']],
  ])('rejects %j', async (wrong, code, reasons) => {
    const problems = reasons.map((text) => {
      const [reason, field] = text.split(' ');
      return field === undefined ? { reason } : { reason, field };
    });
    expect(await codesOf(issue, { variables: credentials(wrong) })).toEqual([{ code, problems }]);
  });

  it('counts each wrong password of an operation with several', async () => {
    const counted = async () => {
      const sum = `select coalesce(sum(points), 0)::int as points from rate_limits where key like 'login_account:%'`;
      return (await service.database.pool.query<{ points: number }>(sum)).rows[0]?.points ?? 0;
    };
    const before = await counted();
    const { input } = credentials({ username: 'grace', password: 'x' });
    const written = JSON.stringify(input).replace(/"(\w+)":/g, '$1: ');
    const guesses = Array.from(
      { length: 30 },
      (_, index) => `g${index}: issueToken(input: ${written}) { accessToken }`,
    );
    const { data, errors } = await ask(service, `mutation { ${guesses.join(' ')} }`);
    const names = guesses.map((_, index) => `g${index}`);
    expect(data).toEqual(Object.fromEntries(names.map((name) => [name, null])));
    expect(errors.map(({ path }) => path)).toEqual(names.map((name) => [name]));
    const wrong = errors.filter(({ extensions }) => extensions.problems[0]?.reason === 'SIGN_IN_FAILED');
    expect((await counted()) - before).toBeGreaterThanOrEqual(wrong.length);
  });
});

describe('the viewer’s tokens', () => {
  const list = `{ accessTokens { totalCount nodes { id isRevocable expiresAt
    application { name isFirstParty consumerKey consumerSecret owner { id } } } } }`;

  it('are listed with their applications, whose keys only their owners see', async () => {
    const { accessTokens } = await askData(service, list, { token: own });
    expect(accessTokens.totalCount).toBe(accessTokens.nodes.length);
    expect(accessTokens.nodes[0]).toEqual({
      id: expect.any(String),
      isRevocable: true,
      expiresAt: null,
      application: {
        name: 'Website',
        isFirstParty: true,
        consumerKey: null,
        consumerSecret: null,
        owner: { id: expect.any(String) },
      },
    });
  });

  it.each([
    ['accessTokens { totalCount }', 'query'],
    ['accessToken(id: 1) { id }', 'query'],
    ['revokeToken(input: { tokenId: "1" }) { viewer { id } }', 'mutation'],
  ])('%s is for users, and for first-party applications', async (field, kind) => {
    const query = `${kind} { ${field} }`;
    expect(await codesOf(query, {})).toEqual([{ code: 'UNAUTHENTICATED', problems: [{ reason: 'LOGIN_REQUIRED' }] }]);
    expect(await codesOf(query, { token: foreign })).toEqual([
      { code: 'FORBIDDEN', problems: [{ reason: 'FIRST_PARTY_ONLY' }] },
    ]);
  });

  it('can be revoked, and the payload has the viewer', async () => {
    const { accessTokens } = await askData(service, list, { token: own });
    const revoke = `mutation ($id: ID!) { revokeToken(input: { tokenId: $id }) { viewer { id } } }`;
    const asking = { token: own, variables: { id: accessTokens.nodes.at(-1).id } };
    expect(await askData(service, revoke, asking)).toEqual({ revokeToken: { viewer: { id: ada } } });
    expect(await codesOf(revoke, asking)).toEqual([{ code: 'NOT_FOUND', problems: [{ reason: 'TOKEN_UNKNOWN' }] }]);
    expect((await askData(service, list, { token: own })).accessTokens.totalCount).toBe(accessTokens.totalCount - 1);
  });
});

describe('applications', () => {
  const fields = 'id name description callbackUrl consumerKey consumerSecret owner { id }';
  const register = `mutation { registerApplication(input: { name: "Phone", description: "x", callbackUrl: "phone://back" }) {
    application { ${fields} } viewer { id } } }`;
  const replace = `mutation ($input: ReplaceApplicationInput!) { replaceApplication(input: $input) { application { ${fields} } } }`;

  it('are registered with a key and a secret, which a replacement keeps', async () => {
    const { application, viewer } = (await askData(service, register, { token: own })).registerApplication;
    expect(viewer).toEqual({ id: ada });
    expect(application).toEqual({
      id: expect.any(String),
      name: 'Phone',
      description: 'x',
      callbackUrl: 'phone://back',
      consumerKey: expect.stringMatching(/^[0-9a-f]{48}$/),
      consumerSecret: expect.stringMatching(/^[\w-]{43}$/),
      owner: { id: ada },
    });
    const input = { applicationId: application.id, name: 'New', description: 'y' };
    for (const [given, callbackUrl] of [
      [{}, 'phone://back'],
      [{ callbackUrl: undefined }, 'phone://back'],
      [{ callbackUrl: null }, null],
      [{ callbackUrl: 'https://phone.example/' }, 'https://phone.example/'],
      [{ callbackUrl: '' }, null],
    ] as const) {
      const asking = { token: own, variables: { input: { ...input, ...given } } };
      const { replaceApplication } = await askData(service, replace, asking);
      expect(replaceApplication.application).toEqual({ ...application, name: 'New', description: 'y', callbackUrl });
    }
  });

  it.each([
    ['applications { totalCount }', 'query'],
    ['application(id: 1) { id }', 'query'],
    ['deleteApplication(input: { applicationId: "1" }) { viewer { id } }', 'mutation'],
  ])('%s is for users', async (field, kind) => {
    expect(await codesOf(`${kind} { ${field} }`, {})).toEqual([
      { code: 'UNAUTHENTICATED', problems: [{ reason: 'LOGIN_REQUIRED' }] },
    ]);
  });

  it('of other users are null, and cannot be written', async () => {
    const asking = { token: own, variables: { id: client.id } };
    const query = 'query ($id: ID!) { application(id: $id) { id } }';
    expect(await askData(service, query, asking)).toEqual({ application: null });
    const remove = 'mutation ($id: ID!) { deleteApplication(input: { applicationId: $id }) { viewer { id } } }';
    expect(await codesOf(remove, asking)).toEqual([
      { code: 'NOT_FOUND', problems: [{ reason: 'APPLICATION_UNKNOWN' }] },
    ]);
  });
});
