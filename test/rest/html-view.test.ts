import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, type Json } from './ask.js';
import { linksOf, tagsOf, textOf } from './page.js';

const PAGE_TYPE = 'text/html; charset=utf8';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const asBrowser = { headers: { Accept: BROWSER } };

const SCRIPT = '</span></style><script>alert(1)</script>';
const ATTRIBUTE = `"><img src=x onerror="alert(1)" x='`;
const hostile = {
  name: `${SCRIPT} & Söhne`,
  description: ATTRIBUTE,
  location: "' onmouseover='alert(1)\u202E",
  href: 'javascript:alert(1)//https://example.org/',
  cfp_url: 'https://example.org/"onclick="alert(1)',
  stub: '"><svg onload=alert(1)>',
  hashtag: '#<b>',
  contact_name: '<iframe src="https://example.org">',
  tags: ['<i>', 'data:text/html,<script>alert(1)</script>', 'https://example.org/tag?a=1&b="2"'],
  latitude: 1.5,
  longitude: -2,
  cfp_starts_at: '2026-01-01T00:00:00Z',
  cfp_ends_at: '2026-02-01T00:00:00Z',
};

/** Every text and number of a document at any depth. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  return [String(value)].filter((text) => text !== '');
}

let service: TestService;
let [event, talk] = ['', ''];
const page = async (path: string) => (await ask(service, path, asBrowser)).text;

beforeAll(async () => {
  service = await startService({ PRODUCT_NAME: '<Tom & Co>' });
  const { pool } = service.database;
  event = await make.createEvent(pool, hostile);
  talk = await make.createTalk(pool, event, { title: SCRIPT });
  const speaker = await make.createUser(pool, { full_name: ATTRIBUTE, biography: SCRIPT });
  await make.createHost(pool, event, speaker);
  await make.createSpeaker(pool, event, talk, { display_name: SCRIPT, user_id: speaker });
  await make.createLink(pool, event, talk, { url: 'https://example.org/"><script>' });
  for (let index = 0; index < 3; index += 1) await make.createEvent(pool);
});
afterAll(() => service.stop());

describe('content negotiation (contract §1.2)', () => {
  it.each([
    ['a browser', '/v2.1/events', BROWSER, PAGE_TYPE],
    [
      'text/html behind application/json',
      '/v2.1/events',
      'application/json, text/html',
      'application/json; charset=utf8',
    ],
    ['a browser with format=json', '/v2.1/events?format=json', BROWSER, 'application/json; charset=utf8'],
    ['an unknown format', '/v2.1/events?format=xml', BROWSER, 'application/json; charset=utf8'],
    ['format=html', '/v2.1/events?format=html', 'application/json', PAGE_TYPE],
    ['format=text/html', '/v2.1/events?format=text/html', '*/*', PAGE_TYPE],
    ['a script of JSONP', '/v2.1/events?callback=f', '*/*', 'application/javascript; charset=utf8'],
    ['JSONP in a browser', '/v2.1/events?callback=f', BROWSER, PAGE_TYPE],
    ['anything', '/v2.1/events', '*/*', 'application/json; charset=utf8'],
  ])('returns %s', async (_, path, Accept, type) => {
    const answer = await ask(service, path, { headers: { Accept } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.headers.get('access-control-allow-origin')).toBe(type === PAGE_TYPE ? null : '*');
    expect(answer.headers.get('vary')).toBe('Accept, Authorization, Accept-Encoding');
  });

  it.each([
    ['/v2.1/events/999999', 404, 'Event not found'],
    ['/v2.1/nothing', 404, 'Endpoint not found'],
    ['/v2/events', 400, 'This API version is no longer supported. Please use v2.1'],
    ['/v3', 404, 'API version must be specified'],
    ['/v2.1/talks', 405, 'Generic talks listing not supported'],
    ['/v2.1/token', 401, 'You must be logged in'],
  ])('responds to %s with %i', async (path, status, sentence) => {
    const answer = await ask(service, path, asBrowser);
    const text = textOf(answer.text);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, PAGE_TYPE]);
    expect(text).toContain(sentence);
    expect(text).toContain(String(status));
  });

  it('formats errors before routing in the same way', async () => {
    const options = { method: 'POST', headers: { ...asBrowser.headers, 'Content-Type': 'application/json' } };
    const large = await ask(service, '/v2.1/users', { ...options, body: `"${'x'.repeat(1_100_000)}"` });
    expect([large.status, large.headers.get('content-type')]).toEqual([413, PAGE_TYPE]);
    expect(textOf(large.text)).toContain('The request body is too large');
  });

  it('supports HEAD', async () => {
    const path = '/v2.1';
    const [get, head] = [
      await ask(service, path, asBrowser),
      await ask(service, path, { ...asBrowser, method: 'HEAD' }),
    ];
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      get.headers.get('content-length'),
    ]);
  });
});

describe('the page of a record', () => {
  const records = () => [
    '/v2.1',
    '/v2.1/events?verbose=yes',
    `/v2.1/events/${event}?verbose=yes`,
    `/v2.1/talks/${talk}?verbose=yes`,
    `/v2.1/talks/${talk}/links`,
    `/v2.1/talks/${talk}/speakers`,
    `/v2.1/events/${event}/hosts`,
    `/v2.1/events/${event}/attending`,
    `/v2.1/events/${event}/comments`,
    `/v2.1/events/999999?x=${encodeURIComponent(ATTRIBUTE)}`,
    `/v2.1/${encodeURIComponent(SCRIPT)}/"'><script>`,
  ];

  it('shows all values of the JSON, by the same names', async () => {
    for (const path of records().slice(0, -2)) {
      const text = textOf(await page(path)).replaceAll(service.base, '');
      const told = leavesOf(bodyOf(await ask(service, path)));
      expect([path, told.filter((leaf) => !text.includes(leaf.replaceAll(service.base, '')))]).toEqual([path, []]);
      expect(told.length).toBeGreaterThan(0);
    }
  });

  it('shows dates in words, in their own offset', async () => {
    const [record] = bodyOf(await ask(service, `/v2.1/events/${event}?verbose=yes`))['events'] as Json[];
    const start = String(record?.['cfp_start_date']);
    const text = await page(`/v2.1/events/${event}?verbose=yes`);
    expect(text).toContain(`<time datetime="${start}">${start}</time>`);
    expect(text).toMatch(/<span class="faint">Thursday,? 1 January 2026 at 0\d:00<\/span>/);
  });

  it('contains only its own tags and attributes, whatever the record contains', async () => {
    const names = new Set<string>();
    const attributes = new Set<string>();
    for (const path of records()) {
      for (const tag of tagsOf(await page(path))) {
        names.add(tag.name);
        for (const name of Object.keys(tag.attributes)) attributes.add(name);
      }
    }
    for (const foreign of ['script', 'img', 'iframe', 'b', 'i']) expect([...names]).not.toContain(foreign);
    expect([...names].sort()).toEqual(
      'a body code dd details div dl dt h1 h2 head header html li link main meta nav ol path rect section span style summary svg time title ul p'
        .split(' ')
        .sort(),
    );
    expect([...attributes].filter((name) => /^on|^style$|^src/.test(name))).toEqual([]);
  });

  it('links http and https URLs only', async () => {
    const links = (await Promise.all(records().map(page))).flatMap(linksOf);
    expect(links.filter((link) => !/^(?:https?:\/\/|\/(?!\/)|\?)/.test(link))).toEqual([]);
    expect(links).toEqual(
      expect.arrayContaining([hostile.cfp_url, hostile.tags[2], `${service.base}/v2.1/events/${event}/talks`]),
    );
    expect(links).not.toContain(hostile.href);
  });

  it('runs no script, loads nothing, and has one style, which its CSP allows', async () => {
    const { headers, text } = await ask(service, '/v2.1/events', asBrowser);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(style.length).toBeGreaterThan(1000);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  it('names the product and the record, and links to the other formats', async () => {
    const text = await page(`/v2.1/events/${event}?verbose=yes`);
    const heading = `&lt;/span&gt;&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; Söhne`;
    expect(text).toContain(`<title>${heading} · &lt;Tom &amp; Co&gt;</title>`);
    expect(text).toContain(`<h1 dir="auto">${heading}</h1>`);
    expect(linksOf(text).slice(0, 6)).toEqual([
      '/',
      '/v2.1',
      '/v2.1/events',
      '?verbose=yes&format=json',
      `${service.base}/graphql?operation=EventRecord&variables=${encodeURIComponent(`{"id":"${event}","verbose":true}`)}`,
      '?verbose=no',
    ]);
  });

  it('links to the next and previous page of a list', async () => {
    const addresses = async (path: string) => {
      const tags = tagsOf(await page(path)).filter(({ attributes: { rel } }) => rel === 'next' || rel === 'prev');
      return Object.fromEntries(tags.map(({ attributes: { rel, href } }) => [rel, href]));
    };
    const meta = bodyOf(await ask(service, '/v2.1/events?resultsperpage=1&start=1'))['meta'] as Json;
    expect(await addresses('/v2.1/events?resultsperpage=1&start=1')).toEqual({
      next: meta['next_page'],
      prev: meta['prev_page'],
    });
    expect(await addresses('/v2.1/events?resultsperpage=1&start=3')).not.toHaveProperty('next');
    expect(textOf(await page('/v2.1/events?resultsperpage=2&start=2'))).toContain('3 – 4 of 4');
    expect(textOf(await page('/v2.1/events?title=nothing'))).toContain('0 of 0');
  });

  it('links only existing steps of its path', async () => {
    for (const path of [
      `/v2.1/talks/${talk}/links`,
      `/v2.1/events/${event}/comments`,
      '/v2.1/talk_comments/1',
      '/v2.1/a/b',
    ]) {
      for (const step of linksOf(await page(path)).filter((link) => link.startsWith('/'))) {
        expect([step, (await ask(service, step)).status]).toEqual([step, 200]);
      }
    }
  });
});
