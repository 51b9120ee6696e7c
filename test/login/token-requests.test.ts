import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask } from '../rest/ask.js';
import { startService, type TestService } from '../support/service.js';
import { createClient, createMember } from '../support/sign-in.js';
import { codeFor, createPublicClient, redeem, redemption, request, without, type Request } from './flow.js';

const PASSWORD = 'difference engine';
const LOGIN = { username: 'ada', password: PASSWORD };
const OTHER_URI = 'https://app.example/callback';
const VERIFIER = 'x'.repeat(43);

let service: TestService;
let other: string;
let asked: Request;
/** Every test sends it with one error. */
let form: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  await createMember(service.database.pool, 'ada', PASSWORD);
  other = await createPublicClient(service.database.pool, [OTHER_URI]);
  asked = request(service);
  form = redemption(asked, await codeFor(service, asked, LOGIN));
});
afterAll(() => service.stop());

describe('The token endpoint refuses', () => {
  it.each([
    ['a wrong verifier', { code_verifier: VERIFIER }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['a verifier that is too short', { code_verifier: VERIFIER.slice(1) }, 'invalid_grant'],
    ['a verifier that is too long', { code_verifier: 'x'.repeat(129) }, 'invalid_grant'],
    ['a verifier with a line break', { code_verifier: `${VERIFIER}\n` }, 'invalid_grant'],
    ['a verifier outside ASCII', { code_verifier: `${VERIFIER}ü` }, 'invalid_grant'],
    ['an unknown code', { code: VERIFIER }, 'invalid_grant'],
    ['a code with a null character', { code: 'x\0' }, 'invalid_grant'],
    ['no code', { code: '' }, 'invalid_request'],
    ['no redirect URI', { redirect_uri: '' }, 'invalid_request'],
    ['another redirect URI', { redirect_uri: OTHER_URI }, 'invalid_grant'],
    ['a redirect URI with a null character', { redirect_uri: 'x\0' }, 'invalid_grant'],
    ['no client', { client_id: '' }, 'invalid_request'],
    ['an unknown client', { client_id: 'x\0' }, 'invalid_client'],
    ['no grant type', { grant_type: '' }, 'invalid_request'],
    ['the password grant', { grant_type: 'password', ...LOGIN }, 'unsupported_grant_type'],
    ['client credentials', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['a refresh without a token', { grant_type: 'refresh_token' }, 'invalid_request'],
    ['an unknown refresh token', { grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_grant'],
    ['an unknown scope', { grant_type: 'refresh_token', refresh_token: 'x', scope: 'all' }, 'invalid_scope'],
    ['a secret of a public client', { client_secret: 'x' }, 'invalid_client'],
    ['an assertion', { client_assertion: 'x' }, 'invalid_client'],
  ])('%s', async (_, fields, error) => {
    const { status, body, headers } = await redeem(service, { ...form, ...fields });

    expect([status, body.error]).toEqual([400, error]);
    expect([headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual(['no-store', '*']);
  });

  it('the challenge in place of the verifier', async () => {
    const challenge = asked.parameters['code_challenge'] ?? '';

    expect((await redeem(service, { ...form, code_verifier: challenge })).body.error).toBe('invalid_grant');
  });

  it('a redirect URI that differs by a slash', async () => {
    expect((await redeem(service, { ...form, redirect_uri: `${service.base}/login/` })).body.error).toBe(
      'invalid_grant',
    );
  });

  it('the code of another client', async () => {
    expect((await redeem(service, { ...form, client_id: other })).body.error).toBe('invalid_grant');
  });

  it('a client that is not public', async () => {
    const { client_id: confidential } = await createClient(service.database.pool);

    expect((await redeem(service, { ...form, client_id: confidential })).body.error).toBe('unauthorized_client');
  });

  it('a secret of a public client in the header, with a challenge', async () => {
    const basic = Buffer.from('pages:secret').toString('base64');
    const { status, body, headers } = await redeem(service, form, { Authorization: `Basic ${basic}` });

    expect([status, body.error]).toEqual([401, 'invalid_client']);
    expect(headers.get('www-authenticate')).toBe('Basic realm="token"');
  });

  it('a repeated parameter', async () => {
    const { status, body } = await redeem(service, [...Object.entries(form), ['code', form['code'] ?? '']]);

    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('other bodies than forms, and more than a megabyte', async () => {
    const json = await fetch(`${service.base}/token`, {
      method: 'POST',
      body: JSON.stringify(form),
      headers: { 'Content-Type': 'application/json' },
    });
    const large = await redeem(service, { ...form, padding: 'x'.repeat(1024 * 1024) });

    expect([json.status, await json.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'Send a form of the type application/x-www-form-urlencoded.' },
    ]);
    expect([large.status, large.body.error]).toEqual([413, 'invalid_request']);
  });

  it('a code in the query, where proxies would log it', async () => {
    const query = new URLSearchParams(form).toString();
    const body = new URLSearchParams(without(form, 'code'));

    expect((await fetch(`${service.base}/token?${query}`, { method: 'POST', body })).status).toBe(400);
  });

  it('other methods than POST, which scripts of other origins may send', async () => {
    const get = await fetch(`${service.base}/token`);
    const options = await fetch(`${service.base}/token`, { method: 'OPTIONS' });

    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  it('and none of this uses up the code', async () => {
    expect((await redeem(service, form)).status).toBe(200);
  });
});

it('The built-in application cannot use the password grant', async () => {
  const body = { grant_type: 'password', ...LOGIN, client_id: 'pages', client_secret: '' };

  expect((await ask(service, '/v2.1/token', { method: 'POST', body })).status).toBe(403);
});
