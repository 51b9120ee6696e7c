import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { createMember } from '../support/sign-in.js';
import { graph, openForm, ownerOf, redeem, refreshForm, request, tokensFor } from './flow.js';

const LOGIN = { username: 'ada', password: 'difference engine' };
const REDIRECT_URI = 'https://app.example/callback';
const FIELDS =
  'application { id isPublic redirectUris consumerKey consumerSecret isFirstParty owner { username } callbackUrl }';
const REGISTER = `mutation ($input: RegisterApplicationInput!) { registerApplication(input: $input) { ${FIELDS} } }`;
const REPLACE = `mutation ($input: ReplaceApplicationInput!) { replaceApplication(input: $input) { ${FIELDS} } }`;

interface Registered {
  readonly id: string;
  readonly consumerKey: string;
  readonly consumerSecret: string | null;
}

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const ada = await createMember(pool, LOGIN.username, LOGIN.password);
  token = await make.createToken(pool, ada);
});
afterAll(() => service.stop());

const described = { name: 'Mill', description: 'Grinds' };

async function register(input: object): Promise<Registered> {
  const { data, errors } = await graph(service, token, REGISTER, { input: { ...described, ...input } });
  expect(errors).toBeUndefined();
  return (data as { registerApplication: { application: Registered } }).registerApplication.application;
}

async function problemsOf(query: string, input: object) {
  const { errors } = await graph(service, token, query, { input: { ...described, ...input } });
  return errors?.[0]?.extensions.problems;
}

const loginThrough = ({ consumerKey }: Registered, scope: string) =>
  tokensFor(service, request(service, { client_id: consumerKey, redirect_uri: REDIRECT_URI, scope }), LOGIN);

describe('A public application', () => {
  it('is registered by its developer, and logs users in without a secret', async () => {
    const application = await register({ redirectUris: [REDIRECT_URI], isPublic: true });
    const tokens = await loginThrough(application, 'feedback');

    expect(application).toMatchObject({
      ...{ isPublic: true, redirectUris: [REDIRECT_URI], consumerSecret: null, isFirstParty: false },
      ...{ owner: { username: 'ada' }, callbackUrl: null },
    });
    expect([await ownerOf(service, tokens.access_token), tokens.scope]).toEqual(['ada', 'feedback']);
  });

  it('cannot use the password grant, also after it has become public', async () => {
    const { id, consumerKey, consumerSecret } = await register({ callbackUrl: 'https://mill.example/' });
    const issue = () =>
      graph(service, undefined, 'mutation ($input: IssueTokenInput!) { issueToken(input: $input) { accessToken } }', {
        input: { ...LOGIN, clientId: consumerKey, clientSecret: consumerSecret },
      });
    const before = await issue();
    const input = { ...described, applicationId: id, isPublic: true, redirectUris: [REDIRECT_URI] };
    const replaced = await graph(service, token, REPLACE, { input });
    const after = await issue();

    expect(before.errors).toBeUndefined();
    expect(replaced.data).toMatchObject({
      replaceApplication: { application: { isPublic: true, consumerSecret: null } },
    });
    expect(after.errors?.[0]?.extensions.problems).toEqual([{ reason: 'CLIENT_REFUSED' }]);
  });

  it('keeps its redirect URIs in a replacement without them, also by v2.1', async () => {
    const application = await register({ redirectUris: [REDIRECT_URI], isPublic: true });
    const { id } = application;
    await graph(service, token, REPLACE, { input: { ...described, applicationId: id } });
    const { status } = await fetch(`${service.base}/v2.1/applications/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...described, callback_url: 'https://mill.example/' }),
    });

    expect(status).toBe(201);
    expect((await loginThrough(application, 'read')).scope).toBe('read');
  });

  it('names the requested permissions on the login form', async () => {
    const { consumerKey } = await register({ redirectUris: [REDIRECT_URI], isPublic: true });
    const formFor = async (scope: string) => {
      const asked = request(service, { client_id: consumerKey, redirect_uri: REDIRECT_URI, scope });
      return (await openForm(service, asked.parameters)).text();
    };
    const [feedback, host] = [await formFor('feedback'), await formFor('host read')];

    expect(feedback).toContain('comment, rate, star talks and attend events on your behalf');
    expect(feedback).not.toContain('the events that you host');
    expect(host).toContain('the events that you host');
    expect(host).toContain('see what you can see');
  });

  it('suggests the username of login_hint, as text', async () => {
    const { consumerKey } = await register({ redirectUris: [REDIRECT_URI], isPublic: true });
    const asked = request(service, { client_id: consumerKey, redirect_uri: REDIRECT_URI, login_hint: '"><b>ada' });

    expect(await (await openForm(service, asked.parameters)).text()).toContain('value="&#34;&gt;&lt;b&gt;ada"');
  });
});

describe('Redirect URIs', () => {
  it.each([
    'https://app.example/callback?next=1',
    'https://xn--bcher-kva.example/',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:5173/',
    'http://[::1]/callback',
    'com.example.app:/callback',
    'com.example.app://callback/x',
  ])('%s is accepted', async (uri) => {
    expect((await register({ redirectUris: [uri], isPublic: true })).id).toMatch(/^\d+$/);
  });

  it.each([
    '',
    '/login',
    'app.example/callback',
    'http://app.example/callback',
    'http://localhost:5173/',
    'http://127.0.0.1.example/',
    'http://127.0.0.1@app.example/',
    'https://user:password@app.example/',
    'https://app.example/#fragment',
    'https://app.example/callback#',
    'https:///callback',
    'https:app.example',
    'https://app.example%3Bsandbox/',
    'https://app.example/ callback',
    'https://app.example/\ncallback',
    'https://app.example\\@evil.example/',
    'https://app.exämple/',
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp:/callback',
    'com.example.app:',
    '*',
  ])('%j is refused', async (uri) => {
    expect(await problemsOf(REGISTER, { redirectUris: [REDIRECT_URI, uri], isPublic: true })).toEqual([
      { reason: 'REDIRECT_URI_INVALID', field: 'redirectUris' },
    ]);
  });

  it('are at most 10, each of at most 500 characters', async () => {
    const many = Array.from({ length: 11 }, (_, index) => `https://app.example/${index}`);
    const long = `https://app.example/${'x'.repeat(481)}`;

    expect(await problemsOf(REGISTER, { redirectUris: many })).toEqual([
      { reason: 'TOO_MANY_REDIRECT_URIS', field: 'redirectUris', limit: 10 },
    ]);
    expect(await problemsOf(REGISTER, { redirectUris: [long] })).toEqual([
      { reason: 'TEXT_TOO_LONG', field: 'redirectUris', limit: 500 },
    ]);
  });

  it('or a callback URL are required', async () => {
    expect(await problemsOf(REGISTER, { redirectUris: [] })).toEqual([
      { reason: 'FIELD_REQUIRED', field: 'callbackUrl' },
    ]);
  });
});

describe('Grants', () => {
  const GRANTS = `{ viewer { grants { totalCount nodes {
    id nodeId scopes createdAt lastUsedAt expiresAt application { name }
  } } } }`;
  const REVOKE = 'mutation ($input: RevokeGrantInput!) { revokeGrant(input: $input) { deletedNodeId } }';

  const grantsOf = async (by: string) => {
    const { data } = await graph(service, by, GRANTS);
    return (data as { viewer: { grants: { totalCount: number; nodes: { id: string; nodeId: string }[] } } }).viewer
      .grants;
  };

  it('are listed for the user, and end with all of their tokens', async () => {
    const application = await register({ redirectUris: [REDIRECT_URI], isPublic: true });
    const phone = await loginThrough(application, 'read speak');
    const laptop = await loginThrough(application, 'read');
    const { totalCount, nodes } = await grantsOf(token);
    const [latest, earlier] = nodes;
    const revoked = await graph(service, token, REVOKE, { input: { grantId: earlier?.id } });
    const again = await graph(service, token, REVOKE, { input: { grantId: earlier?.id } });

    expect(totalCount).toBeGreaterThanOrEqual(2);
    expect([latest, earlier]).toMatchObject([
      { scopes: ['READ'], application: { name: 'Mill' }, expiresAt: expect.any(String) },
      { scopes: ['READ', 'SPEAK'], createdAt: expect.any(String), lastUsedAt: expect.any(String) },
    ]);
    expect(revoked.data).toEqual({ revokeGrant: { deletedNodeId: earlier?.nodeId } });
    expect(again.errors?.[0]?.extensions.problems).toEqual([{ reason: 'GRANT_UNKNOWN' }]);
    expect(await ownerOf(service, phone.access_token)).toBeNull();
    expect((await redeem(service, refreshForm(phone.refresh_token, application.consumerKey))).body.error).toBe(
      'invalid_grant',
    );
    expect(await ownerOf(service, laptop.access_token)).toBe('ada');
  });

  it('are hidden from others, and from the applications themselves', async () => {
    const application = await register({ redirectUris: [REDIRECT_URI], isPublic: true });
    const { access_token: own } = await loginThrough(application, 'read');
    const [grant] = (await grantsOf(token)).nodes;
    const { pool } = service.database;
    const admin = await make.createToken(pool, await make.createUser(pool, { is_admin: true }));
    const ofAda = '{ users(username: "ada") { nodes { grants { nodes { id } } } } }';
    const node = `{ node(nodeId: "${grant?.nodeId ?? ''}") { nodeId } }`;

    expect((await grantsOf(own)).nodes).toEqual([]);
    expect((await graph(service, admin, ofAda)).data).toEqual({ users: { nodes: [{ grants: { nodes: [] } }] } });
    for (const other of [own, admin]) expect((await graph(service, other, node)).data).toEqual({ node: null });
    expect((await graph(service, token, node)).data).toEqual({ node: { nodeId: grant?.nodeId } });
    expect(
      (await graph(service, own, REVOKE, { input: { grantId: grant?.id } })).errors?.[0]?.extensions,
    ).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('end when one of their tokens is revoked in the list of v2.1', async () => {
    const application = await register({ redirectUris: [REDIRECT_URI], isPublic: true });
    const { refresh_token: refreshToken } = await loginThrough(application, 'read');
    const { rows } = await service.database.pool.query<{ id: string }>('select max(id) as id from access_tokens');
    const { status } = await fetch(`${service.base}/v2.1/token/${rows[0]?.id ?? ''}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${token}` },
    });

    expect(status).toBe(204);
    expect((await redeem(service, refreshForm(refreshToken, application.consumerKey))).body.error).toBe(
      'invalid_grant',
    );
  });
});
