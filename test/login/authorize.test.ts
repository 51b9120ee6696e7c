import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import { createClient, createMember } from '../support/sign-in.js';
import { answerOf, createPublicClient, locationOf, openForm, pagesUri, request, submitForm, without } from './flow.js';

const PASSWORD = 'difference engine';
const LOGIN = { username: 'ada', password: PASSWORD };
const APP = 'https://app.example/callback';

let service: TestService;
let app: string;
let native: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  await createMember(pool, 'ada', PASSWORD);
  await createMember(pool, 'grace', PASSWORD, { is_verified: false });
  app = await createPublicClient(pool, [APP, 'https://app.example/other?a=1'], { name: '<b>App & "Co"</b>' });
  native = await createPublicClient(pool, [
    'http://127.0.0.1/callback',
    'http://[::1]:9/callback',
    'com.example.app:/callback',
    'https://a.example%3Bsandbox/callback',
  ]);
});
afterAll(() => service.stop());

const ofApp = (parameters: Record<string, string> = {}) =>
  request(service, { client_id: app, redirect_uri: APP, ...parameters }).parameters;

/** An error page, from which nothing leads to the address of the request. */
async function errorPageOf(response: Response) {
  const text = await response.text();
  return {
    status: response.status,
    location: response.headers.get('location'),
    isPage: text.includes('Something went wrong') && !text.includes('<form') && !text.includes('href="http'),
  };
}
const REFUSED = { status: 400, location: null, isPage: true };

describe('The login form', () => {
  it('names the application, its permissions and its address, as text', async () => {
    const response = await openForm(service, ofApp());
    const text = await response.text();

    expect(response.status).toBe(200);
    expect(text).toContain(
      '<strong>&lt;b&gt;App &amp; &#34;Co&#34;&lt;/b&gt;</strong> wants to use your Lectern account',
    );
    expect(text).toContain('<strong>app.example</strong>');
    expect(text).not.toContain('<script');
  });

  it('does not ask for consent to the pages of the service itself', async () => {
    const text = await (await openForm(service, request(service).parameters)).text();

    expect(text).toContain('Log in with your Lectern account to continue');
    expect(text).not.toContain('wants to use');
  });

  it('cannot be framed, cached or scripted, and leads to the application alone', async () => {
    const { headers } = await openForm(service, ofApp());

    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self' https://app.example; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    ['http://[::1]:4000/callback', 'http:'],
    ['com.example.app:/callback', 'com.example.app:'],
    ['https://a.example%3Bsandbox/callback', 'https:'],
  ])('leads to %s as well', async (uri, source) => {
    const { headers } = await openForm(service, ofApp({ client_id: native, redirect_uri: uri }));

    expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${source};`);
  });

  it('returns to the application with a code, the issuer and the unchanged state', async () => {
    const state = 'a b&c=d"<script>\r\nX: y#ü';
    const response = await submitForm(service, ofApp({ state }), LOGIN);

    expect(response.status).toBe(303);
    expect(answerOf(response)).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state, iss: service.base });
    expect(response.headers.get('x')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('returns without a state if there was none', async () => {
    const response = await submitForm(service, without(ofApp(), 'state'), LOGIN);

    expect(Object.keys(answerOf(response))).toEqual(['code', 'iss']);
  });

  it('keeps the query of the redirect URI', async () => {
    const response = await submitForm(service, ofApp({ redirect_uri: 'https://app.example/other?a=1' }), LOGIN);

    expect(locationOf(response).href).toMatch(
      /^https:\/\/app\.example\/other\?a=1&code=[\w-]{43}&state=the\+state&iss=/,
    );
  });

  it('offers to return without a login', async () => {
    const text = await (await openForm(service, ofApp())).text();
    const link = new URL((/href="(https:[^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&'));

    expect([link.origin, Object.fromEntries(link.searchParams)]).toEqual([
      'https://app.example',
      { error: 'access_denied', state: 'the state', iss: service.base },
    ]);
  });

  it.each([
    ['a wrong password', { username: 'ada"><b>', password: 'wrong' }, 403, 'The username or the password is wrong.'],
    [
      'no password',
      { username: 'ada"><b>', password: '' },
      400,
      'Enter your username or e-mail address, and your password.',
    ],
    ['an unverified address', { username: 'grace', password: PASSWORD }, 403, 'Your e-mail address is not verified'],
  ])('is shown again after %s, with the username and without the password', async (_, fields, status, problem) => {
    const response = await submitForm(service, ofApp(), fields);
    const text = await response.text();

    expect(response.status).toBe(status);
    expect(text).toContain(problem);
    expect(text).toContain(`value="${fields.username.replace('"><b>', '&#34;&gt;&lt;b&gt;')}"`);
    expect(text).not.toContain(PASSWORD);
  });

  it('does not disclose whether an account exists', async () => {
    const [unknown, wrong] = await Promise.all(
      ['nobody', 'ada'].map(async (username) => {
        const response = await submitForm(service, ofApp(), { username, password: 'wrong' });
        return [response.status, (await response.text()).replaceAll(username, '')];
      }),
    );

    expect(unknown).toEqual(wrong);
  });
});

describe('A redirect URI is compared exactly', () => {
  it.each([
    'https://app.example/callback/',
    'https://app.example/callback/../evil',
    'https://app.example/callback/%2e%2e/evil',
    'https://app.example/callbackevil',
    'https://app.example/callback?x=1',
    'https://app.example/callback#x',
    'https://app.example/Callback',
    'https://APP.example/callback',
    'https://app.example:443/callback',
    'https://app.example:8443/callback',
    'http://app.example/callback',
    'https://app.example.evil.example/callback',
    'https://app.example@evil.example/callback',
    'https://evil@app.example/callback',
    'https://evil.example/callback',
    'https://evil.example/https://app.example/callback',
    '//app.example/callback',
    '/callback',
    'javascript:alert(1)//https://app.example/callback',
    'https://app.example/callback\r\nSet-Cookie: a=b',
    'https://app.example/callback\0',
    ' https://app.example/callback',
    'https://app.example\\@evil.example/callback',
  ])('%j is refused, without a redirect', async (uri) => {
    expect(await errorPageOf(await openForm(service, ofApp({ redirect_uri: uri })))).toEqual(REFUSED);
    expect(await errorPageOf(await submitForm(service, ofApp({ redirect_uri: uri }), LOGIN))).toEqual(REFUSED);
  });

  it.each(['http://127.0.0.1/callback', 'http://127.0.0.1:49152/callback', 'http://[::1]:1/callback'])(
    'except for the port of a loopback address: %s is accepted',
    async (uri) => {
      const { status } = await openForm(service, ofApp({ client_id: native, redirect_uri: uri }));

      expect(status).toBe(200);
    },
  );

  it.each([
    'http://127.0.0.1:49152/callback/',
    'http://127.0.0.1:49152/',
    'http://127.0.0.1:99999/callback',
    'http://127.0.0.1:/callback',
    'http://127.0.0.1:80:80/callback',
    'http://127.0.0.1:80@evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.2/callback',
    'http://localhost:49152/callback',
    'https://127.0.0.1:49152/callback',
  ])('%s is refused', async (uri) => {
    const { parameters } = request(service, { client_id: native, redirect_uri: uri });

    expect(await errorPageOf(await openForm(service, parameters))).toEqual(REFUSED);
  });

  it('the pages of the service return to the service under its own name alone', async () => {
    const elsewhere = pagesUri(service).replace(/:(\d+)/, (_, port) => `:${Number(port) - 1}`);
    const { parameters } = request(service, { redirect_uri: elsewhere });

    expect(await errorPageOf(await openForm(service, parameters))).toEqual(REFUSED);
  });
});

describe('An invalid request is not redirected', () => {
  it.each([
    ['without a client', () => without(ofApp(), 'client_id')],
    ['of an unknown client', () => ofApp({ client_id: 'nobody' })],
    ['of a client with a null character', () => ofApp({ client_id: 'x\0' })],
    ['of a client with markup', () => ofApp({ client_id: '<script>alert(1)</script>\r\nX: y' })],
    ['without a redirect URI', () => without(ofApp(), 'redirect_uri')],
    ['with two clients', () => [...Object.entries(ofApp()), ['client_id', 'pages']]],
    ['with two redirect URIs', () => [...Object.entries(ofApp()), ['redirect_uri', 'https://evil.example/']]],
  ])('%s', async (_, parameters) => {
    const response = await openForm(service, parameters());
    const page = await errorPageOf(response.clone());

    expect(page).toEqual(REFUSED);
    expect(await response.text()).not.toContain('alert(1)');
  });
});

describe('The application receives the error of a request', () => {
  it.each<[string, () => Record<string, string> | string[][], string]>([
    ['without a challenge', () => without(ofApp(), 'code_challenge', 'code_challenge_method'), 'invalid_request'],
    ['with a plain challenge', () => ofApp({ code_challenge_method: 'plain' }), 'invalid_request'],
    ['without a method, which means plain', () => without(ofApp(), 'code_challenge_method'), 'invalid_request'],
    ['with a challenge that is no SHA-256', () => ofApp({ code_challenge: 'x'.repeat(44) }), 'invalid_request'],
    ['without a response type', () => without(ofApp(), 'response_type'), 'invalid_request'],
    ['for a token', () => ofApp({ response_type: 'token' }), 'unsupported_response_type'],
    ['for a code and a token', () => ofApp({ response_type: 'code token' }), 'unsupported_response_type'],
    ['for an answer in the fragment', () => ofApp({ response_mode: 'fragment' }), 'invalid_request'],
    ['with a request object', () => ofApp({ request: 'x' }), 'invalid_request'],
    ['with an unknown scope', () => ofApp({ scope: 'read everything' }), 'invalid_scope'],
    ['with a scope in upper case', () => ofApp({ scope: 'READ' }), 'invalid_scope'],
    ['with the name of an inherited property', () => ofApp({ scope: 'constructor' }), 'invalid_scope'],
    ['of a third party with the scope of first parties', () => ofApp({ scope: 'read account' }), 'invalid_scope'],
    ['with an empty scope', () => ofApp({ scope: ' ' }), 'invalid_scope'],
    ['without interaction', () => ofApp({ prompt: 'none' }), 'login_required'],
    [
      'with a repeated parameter',
      () => [...Object.entries(ofApp()), ['code_challenge_method', 'plain']],
      'invalid_request',
    ],
  ])('%s', async (_, parameters, error) => {
    for (const response of [await openForm(service, parameters()), await submitForm(service, parameters(), LOGIN)]) {
      const { error_description: description, ...answer } = answerOf(response);

      expect([response.status, locationOf(response).origin]).toEqual([303, 'https://app.example']);
      expect(answer).toEqual({ error, state: 'the state', iss: service.base });
      expect(description).toMatch(/^[\w ,.()=-]+$/);
    }
  });

  it('with two states, without either', async () => {
    const answer = answerOf(await openForm(service, [...Object.entries(ofApp()), ['state', 'another']]));

    expect([answer['error'], answer['state']]).toEqual(['invalid_request', undefined]);
  });

  it('of a client that is not public', async () => {
    const { client_id: confidential } = await createClient(service.database.pool, { redirect_uris: [APP] });
    const response = await openForm(service, ofApp({ client_id: confidential }));

    expect(answerOf(response)['error']).toBe('unauthorized_client');
  });
});

describe('The form of another website is refused', () => {
  it.each<[string, Record<string, string>]>([
    ['cross-site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['same-site', { 'Sec-Fetch-Site': 'same-site' }],
    ['in a sandboxed frame', { Origin: 'null' }],
    ['of an old browser', { Origin: 'https://evil.example' }],
    ['with another port', { Origin: 'http://127.0.0.1:1' }],
  ])('%s', async (_, headers) => {
    const status = await submitWith({ 'content-type': 'application/x-www-form-urlencoded', ...headers });

    expect(status).toBe(403);
  });

  it.each<[string, Record<string, string>]>([
    ['its own form', { 'Sec-Fetch-Site': 'same-origin' }],
    ['programs', {}],
  ])('but not %s', async (_, headers) => {
    const status = await submitWith({ 'content-type': 'application/x-www-form-urlencoded', ...headers });

    expect(status).toBe(303);
  });

  it('and other types than forms', async () => {
    expect(await submitWith({ 'content-type': 'text/plain' })).toBe(415);
    expect(await submitWith({})).toBe(415);
  });

  /** `fetch` does not send these headers. */
  function submitWith(headers: Record<string, string>): Promise<number | undefined> {
    const query = new URLSearchParams(ofApp()).toString();
    return new Promise((resolve, reject) => {
      const sent = httpRequest(`${service.base}/authorize?${query}`, { method: 'POST', headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode));
      });
      sent.once('error', reject).end(new URLSearchParams(LOGIN).toString());
    });
  }
});

it('Other methods than GET and POST are not supported', async () => {
  const response = await fetch(`${service.base}/authorize`, { method: 'DELETE' });

  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

it('An unknown host gets no form', async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = { Host: 'evil.example' };
    httpRequest(`${service.base}/authorize?client_id=pages`, { headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    })
      .once('error', reject)
      .end();
  });

  expect(status).toBe(400);
});
