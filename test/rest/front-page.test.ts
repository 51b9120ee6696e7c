import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashPassword } from '../../src/adapters/passwords/passwords.js';
import { style as recordStyle } from '../../rest-facade/serve/html/style.js';
import { withDatabaseAway } from '../support/database-away.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, type Answer } from './ask.js';
import { linksOf, tagsOf, textOf } from './page.js';

const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const asBrowser = { headers: { Accept: BROWSER } };
const PAGE_TYPE = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf8';

const wordsOf = (page: string) => textOf(page).replace(/[\s\0]+/g, ' ');

describe('The front page', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ PRODUCT_NAME: '<Tom & Co>' });
    const { pool } = service.database;
    const event = await make.createEvent(pool);
    const talk = await make.createTalk(pool, event);
    await make.createTalk(pool, event);
    await make.createTalkComment(pool, event, talk);
    await make.createTalkComment(pool, event, talk, { is_private: true });
    await make.createEventComment(pool, event);
    const pending = await make.createEvent(pool, { status: 'PENDING' });
    await make.createTalk(pool, pending);
  });
  afterAll(() => service.stop());

  it.each([
    ['a browser', '/', BROWSER, PAGE_TYPE],
    ['a browser with a query of its own', '/?from=mail', BROWSER, PAGE_TYPE],
    ['a client with format=html', '/?format=html', '*/*', PAGE_TYPE],
    ['a browser with format=json', '/?format=json', BROWSER, JSON_TYPE],
    ['a program', '/', 'application/json', JSON_TYPE],
    ['a client that accepts both', '/', 'application/json, text/html', JSON_TYPE],
    ['anything', '/', '*/*', JSON_TYPE],
    ['a browser at /v2.1, which is a record like others', '/v2.1', BROWSER, 'text/html; charset=utf8'],
  ])('is for %s or not', async (_, path, Accept, type) => {
    const { status, headers } = await ask(service, path, { headers: { Accept } });
    expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
      200,
      type,
      expect.stringContaining('Accept'),
    ]);
  });

  it('shows public data only', async () => {
    const page = wordsOf((await ask(service, '/', asBrowser)).text);
    expect(page).toContain(`Ready · version ${version}`);
    expect(page).toContain('events 1 talks 2 comments 2');
  });

  it('links to all endpoints of REST and GraphQL', async () => {
    const links = linksOf((await ask(service, '/', asBrowser)).text);
    // The playground and the reference are bundles, which this service lacks.
    const elsewhere = ['/graphql', '/graphql#login', '/docs', '/v2.1/openapi.json'];
    expect(links).toEqual(expect.arrayContaining(elsewhere));
    for (const link of links.filter((address) => !elsewhere.includes(address))) {
      const { status, headers } = await ask(service, link, asBrowser);
      const isData = link.includes('json') || link === '/graphql/operations';
      expect([link, status, headers.get('content-type')]).toEqual([
        link,
        200,
        expect.stringContaining(isData ? 'json' : 'text/html'),
      ]);
    }
  });

  it('runs no script, loads only its icon, and has one style, which its CSP allows', async () => {
    const { headers, text } = await ask(service, '/', asBrowser);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(text).not.toMatch(/<script|\s(?:style|on\w+)=/);
    const loaded = tagsOf(text).flatMap(({ attributes }) => attributes['src'] ?? []);
    expect([loaded, style.length > 1000]).toEqual([['/favicon.svg'], true]);
  });

  it('names the product, escaped', async () => {
    const { text } = await ask(service, '/', asBrowser);
    expect(text).toContain('<title>&lt;Tom &amp; Co&gt;: feedback for conferences</title>');
  });

  it('has commands that work as written, except for placeholders', async () => {
    const { text } = await ask(service, '/', asBrowser);
    const [, query = ''] = /-d '({"query".*?})'/s.exec(textOf(text)) ?? [];
    const graph = await ask(service, '/graphql', {
      method: 'POST',
      body: query,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(bodyOf(graph)).toEqual({ data: { events: { nodes: expect.any(Array) } }, extensions: expect.anything() });
    expect(textOf(text)).toContain(`curl '${service.base}/v2.1/events?filter=upcoming&resultsperpage=2'`);
  });

  it('supports HEAD, and leaves the other methods to v2.1', async () => {
    const get = await ask(service, '/', asBrowser);
    const head = await ask(service, '/', { ...asBrowser, method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      get.headers.get('content-length'),
    ]);
    expect((await ask(service, '/', { ...asBrowser, method: 'POST' })).status).toBe(405);
  });

  it('has the colours of the other pages', async () => {
    const palette = await readFile(
      fileURLToPath(new URL('../../../src/http/pages/palette.css', import.meta.url)),
      'utf8',
    );
    const coloursOf = (text: string) =>
      [...text.matchAll(/(--[\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]);
    const known = coloursOf(palette).map(String);
    const used = coloursOf(recordStyle).map(String);
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((colour) => !known.includes(colour))).toEqual([]);
  });

  it('has the well-known URLs of every site beside it', async () => {
    const icon = await ask(service, '/favicon.svg');
    expect([icon.status, icon.headers.get('content-type'), icon.text.startsWith('<svg')]).toEqual([
      200,
      'image/svg+xml',
      true,
    ]);
    const old = await ask(service, '/favicon.ico');
    expect([old.status, old.headers.get('location')]).toEqual([301, '/favicon.svg']);
    const robots = await ask(service, '/robots.txt');
    expect([robots.status, robots.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(robots.text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
      'User-agent: *',
      'Disallow: /graphql',
      '',
    ]);
  });
});

describe('The demo login on the front page', () => {
  let service: TestService;
  let demo: TestService;
  const login = async (some: TestService) => (await ask(some, '/', asBrowser)).text.includes('lectern-demo');
  beforeAll(async () => {
    [service, demo] = await Promise.all([startService(), startService()]);
    const password_hash = await hashPassword('lectern-demo');
    for (const [{ database }, hash] of [
      [service, await hashPassword('another')],
      [demo, password_hash],
    ] as const) {
      const user = await make.createUser(database.pool, { username: 'host', password_hash: hash });
      await make.createApplication(database.pool, { user_id: user, consumer_key: 'demo' });
    }
  });
  afterAll(async () => {
    await service.stop();
    await demo.stop();
  });

  it('is shown if it is public, and only if it works', async () => {
    expect([await login(service), await login(demo)]).toEqual([false, true]);
  });
});

describe('The front page of a service without its database', () => {
  it('reports it with 503, and is still complete', async () => {
    const service = await startService();
    const away: Answer[] = [];
    await withDatabaseAway(service.database, async () => void away.push(await ask(service, '/', asBrowser)));
    const back = await ask(service, '/', asBrowser);
    await service.stop();

    expect(away.map(({ status, text }) => [status, wordsOf(text)])).toEqual([
      [503, expect.stringContaining('Not ready')],
    ]);
    expect([back.status, wordsOf(back.text)]).toEqual([200, expect.stringContaining('Ready')]);
  });
});
