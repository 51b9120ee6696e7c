import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

const emailChangePages = ['confirm', 'authorise', 'cancel'].map((step) => `/user/email-change/${step}`);
const pagesWithoutWebsite = ['/user/verification', '/user/new-password', '/user/login'];
const pages = [...pagesWithoutWebsite, ...emailChangePages];
const TOKEN = 'a-token-of-a-mail';

/** Content headers: not those of the connection, or of the time. */
const headersOf = (headers: Headers) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !['connection', 'date', 'keep-alive', 'x-request-id'].includes(name)),
  );

describe('Without a website, the pages that mails link to', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ PRODUCT_NAME: '<Tom & Co>' });
  });
  afterAll(() => service.stop());

  it.each(pages)('%s is not cacheable, sends no referrer, and loads resources only from the service', async (path) => {
    const { status, headers, text } = await ask(service, `${path}?token=${TOKEN}`);
    expect({ status, headers: headersOf(headers) }).toEqual({
      status: 200,
      headers: {
        'cache-control': 'no-store',
        'content-length': String(Buffer.byteLength(text)),
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'content-type': 'text/html; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      },
    });
  });

  it.each(pages)('%s never contains parts of its URL', async (path) => {
    const page = await ask(service, path);
    const withToken = await ask(service, `${path}?token=${TOKEN}&more="><script>alert(1)</script>`);
    expect(withToken.text).toBe(page.text);
  });

  it.each(pages)('%s names the product, escaped', async (path) => {
    const { text } = await ask(service, path);
    expect(text).toContain('&lt;Tom &amp; Co&gt;</title>');
    expect(text).not.toContain('<Tom');
  });

  it.each(pages)('%s posts its forms to v2.1 endpoints', async (path) => {
    const { text } = await ask(service, path);
    const forms = [...text.matchAll(/<form[^>]*>/g)].map(([form]) => form);
    const targets = forms.map((form) => /data-send-to="([^"]+)"/.exec(form)?.[1] ?? '');
    expect(forms.filter((form) => !form.includes('method="post"'))).toEqual([]);
    expect(targets.length).toBeGreaterThan(0);
    for (const target of targets) {
      expect((await ask(service, target, { method: 'OPTIONS' })).headers.get('allow')).toContain('POST');
    }
  });

  it.each(pages)('%s has no inline code or style, and all its resources exist', async (path) => {
    const { text } = await ask(service, path);
    expect(text).not.toMatch(/<style|<script(?![^>]* src=)[^>]*>|\s(?:style|on\w+)=/);
    const loaded = [...text.matchAll(/<(?:link|script|img)[^>]* (?:href|src)="([^"]+)"/g)].map(
      ([, address]) => address,
    );
    expect(loaded).toEqual(['/favicon.svg', '/user/assets/account.css', '/user/assets/account.js']);
  });

  it.each([
    ['/user/assets/account.css', 'text/css; charset=utf-8'],
    ['/user/assets/account.js', 'text/javascript; charset=utf-8'],
  ])('%s is always revalidated, and sent again after a change', async (path, type) => {
    const { status, headers, text } = await ask(service, path);
    const etag = headers.get('etag') ?? '';
    expect({ status, headers: headersOf(headers) }).toEqual({
      status: 200,
      headers: {
        'cache-control': 'public, no-cache',
        'content-length': String(Buffer.byteLength(text)),
        'content-type': type,
        etag: expect.stringMatching(/^"[\w-]{43}"$/),
        'x-content-type-options': 'nosniff',
      },
    });
    const again = await ask(service, path, { headers: { 'If-None-Match': `W/${etag}` } });
    const other = await ask(service, path, { headers: { 'If-None-Match': '"of-yesterday"' } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect([other.status, other.text]).toEqual([200, text]);
  });

  it.each([
    ['/user/assets/layout.html', 'application/json; charset=utf8'],
    ['/user/assets/', 'application/json; charset=utf8'],
    ['/user/assets/..%2Faccount-pages.ts', 'application/json; charset=utf8'],
    ['/user/verification/', 'application/json; charset=utf8'],
    // The page of a user with this name.
    ['/user/Login', 'text/html; charset=utf-8'],
  ])('%s is none of them', async (path, type) => {
    const answer = await ask(service, path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, type]);
  });

  it('supports HEAD', async () => {
    const get = await ask(service, '/user/login');
    const head = await ask(service, '/user/login', { method: 'HEAD' });
    expect([head.status, head.text, headersOf(head.headers)]).toEqual([200, '', headersOf(get.headers)]);
  });

  it('accept no POST: their forms are sent to v2.1', async () => {
    const { status, headers, text } = await ask(service, '/user/verification', {
      method: 'POST',
      body: { token: TOKEN },
    });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(text).toContain('Pages are read-only</h1>');
  });

  it('do not shadow the profile URLs of users, except for three names', async () => {
    const { pool } = service.database;
    await make.createUser(pool, { username: 'login' });
    await make.createUser(pool, { username: 'logina', full_name: 'Login A' });
    expect((await ask(service, '/user/logina')).text).toContain('Login A</h1>');
    expect((await ask(service, '/user/login')).text).toContain('<h1>Logging in</h1>');
  });
});

describe('With a website, which has the pages of v2.1', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ WEBSITE_URL: 'https://www.example.org' });
  });
  afterAll(() => service.stop());

  it.each(emailChangePages)('the service has %s, and its resources exist', async (path) => {
    const { status, text } = await ask(service, `${path}?token=${TOKEN}`);
    expect(status).toBe(200);
    // That page belongs to the website, which may not serve it at the same path.
    expect(text).not.toContain('/user/new-password');
    expect((await ask(service, '/user/assets/account.js')).status).toBe(200);
  });

  it.each(pagesWithoutWebsite)('the service has no %s', async (path) => {
    expect((await ask(service, `${path}?token=${TOKEN}`)).status).toBe(404);
  });

  it('users may have such names', async () => {
    await make.createUser(service.database.pool, { username: 'login', full_name: 'Logan In' });
    expect((await ask(service, '/user/login')).text).toContain('Logan In</h1>');
  });
});
