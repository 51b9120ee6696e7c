import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { SaxesParser } from 'saxes';
import { v5 } from 'uuid';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
/** A URL with control characters, which earlier versions accepted. */
const BAD_URL = 'https://example.org/\u0001\u007f\r\n';
const HOSTILE = 'Ünï 🎉; <b>&</b> ]]> \b, "days"';

let service: TestService;
let guids: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const zone = { time_zone: 'Pacific/Auckland' };
  const days = { starts_at: '2025-11-29T20:00:00Z', ends_at: '2025-12-01T05:00:00Z' };
  const past = await make.createEvent(pool, { name: 'Past', ...zone, ...days, href: 'https://example.org/past' });
  await pool.query('update events set tags = \'{tools,"a, b"}\' where id = $1', [past]);
  const open = { ...zone, starts_at: inDays(40), ends_at: inDays(41) };
  const early = { name: HOSTILE, slug: 'hostile', cfp_starts_at: inDays(-9), cfp_ends_at: inDays(5) };
  await make.createEvent(pool, { ...open, ...early, cfp_url: 'https://example.org/call?a=1&b=2' });
  const newer = { name: 'Newer', cfp_starts_at: inDays(-2), cfp_ends_at: inDays(9) };
  await make.createEvent(pool, { ...open, ...newer, href: BAD_URL, cfp_url: BAD_URL });
  await make.createEvent(pool, { ...open, name: 'Closed', cfp_ends_at: inDays(-3) });
  await make.createEvent(pool, { ...open, name: 'Pending', status: 'PENDING', cfp_ends_at: inDays(5) });
  const { rows } = await pool.query<{ name: string; guid: string }>('select name, guid from events');
  guids = Object.fromEntries(rows.map(({ name, guid }) => [name, guid]));
});
afterAll(() => service.stop());

const request = (path: string, init?: RequestInit) => fetch(`${service.base}/feeds/${path}`, init);
const entriesOf = async (path: string) => {
  const calendar = new ICAL.Component(ICAL.parse(await (await request(path)).text()) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry));
};
const namesOf = async (path: string) => (await entriesOf(path)).map(({ summary }) => summary).sort();

/** The texts of all elements with a name. */
function textsOf(xml: string, name: string): string[] {
  const parser = new SaxesParser();
  const found: string[] = [];
  let text = '';
  parser.on('opentag', () => (text = ''));
  parser.on('text', (more) => (text += more));
  parser.on('closetag', (tag) => {
    if (tag.name === name) found.push(text);
  });
  parser.write(xml).close();
  return found;
}

describe('an event that ends at 00:00', () => {
  it.each([
    ['2025-03-01T09:00:00+13:00', '2025-03-02T00:00:00+13:00', ['2025-03-01', '2025-03-02']],
    ['2025-03-01T09:00:00+13:00', '2025-03-03T00:00:00+13:00', ['2025-03-01', '2025-03-03']],
    // Days without a time.
    ['2025-03-01T00:00:00+13:00', '2025-03-02T00:00:00+13:00', ['2025-03-01', '2025-03-03']],
    ['2025-03-01T00:00:00+13:00', '2025-03-01T00:00:00+13:00', ['2025-03-01', '2025-03-02']],
    ['2025-03-01T09:00:00+13:00', '2025-03-02T00:01:00+13:00', ['2025-03-01', '2025-03-03']],
  ])('from %s to %s takes no day more', async (starts_at, ends_at, days) => {
    const { pool } = service.database;
    const tag = make.unique();
    const times = { starts_at, ends_at, time_zone: 'Pacific/Auckland' };
    const event = await make.createEvent(pool, { tags: [tag], ...times });
    const [entry] = await entriesOf(`events.ics?tags=${tag}`);
    expect([entry!.startDate, entry!.endDate].map(String)).toEqual(days);
    await pool.query('delete from events where id = $1', [event]);
  });
});

describe('the calendar of events', () => {
  it('has whole days in the zone of the event, with an exclusive end', async () => {
    const [past] = await entriesOf('events.ics?filter=past');
    expect([past!.startDate, past!.endDate].map(String)).toEqual(['2025-11-30', '2025-12-02']);
    expect(past!.startDate.isDate).toBe(true);
    expect(past!.uid).toBe(guids['Past']);
    expect(past!.component.getFirstProperty('categories')!.getValues()).toEqual(['tools', 'a, b']);
    expect(past!.component.getFirstPropertyValue('url')).toBe('https://example.org/past');
  });

  it('links an event without a website to its page', async () => {
    const found = (await entriesOf('events.ics?filter=upcoming')).find(({ uid }) => uid === guids[HOSTILE]);
    expect(found!.component.getFirstPropertyValue('url')).toBe(`${service.base}/event/hostile`);
    expect(found!.summary).toBe(HOSTILE.replace('\b', ''));
  });

  it('has no control characters in URLs', async () => {
    for (const path of ['events.ics', 'cfps.ics']) {
      const text = (await (await request(path)).text()).replaceAll('\r\n', '');
      expect(text).toContain('URL:https://example.org/STATUS:');
      expect(text).not.toMatch(/[\0-\x1f\x7f]/);
    }
  });

  it.each([
    ['', 4],
    ['?filter=&tags=', 4],
    ['?filter=all', 4],
    ['?filter=upcoming', 3],
    ['?filter=past', 1],
    ['?filter=cfp', 2],
    ['?tags=none,tools', 1],
    ['?filter=upcoming&tags=tools', 0],
  ])('can be limited: %s', async (query, count) => {
    expect(await namesOf(`events.ics${query}`)).toHaveLength(count);
  });

  it.each(['pending', 'constructor'])('has no filter "%s"', async (filter) => {
    expect((await request(`events.ics?filter=${filter}`)).status).toBe(400);
  });
});

describe('the calendar of calls for papers', () => {
  it('has the closing days of the open calls, earliest first', async () => {
    const calls = await entriesOf('cfps.ics');
    expect(calls.map(({ uid }) => uid)).toEqual([HOSTILE, 'Newer'].map((name) => v5('cfp', guids[name]!)));
    const closing = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Auckland' }).format(new Date(inDays(5)));
    expect(String(calls[0]!.startDate)).toBe(closing);
    expect(calls[0]!.component.getFirstPropertyValue('url')).toBe('https://example.org/call?a=1&b=2');
  });

  it('keeps its bytes and tag, until an event changes', async () => {
    const first = await request('cfps.ics');
    const known = { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } };
    expect((await request('cfps.ics', known)).status).toBe(304);
    const [before] = await entriesOf('cfps.ics');
    await service.database.pool.query("update events set location = 'Elsewhere' where slug = 'hostile'");
    expect((await request('cfps.ics', known)).status).toBe(200);
    const [after] = await entriesOf('cfps.ics');
    expect([after!.location, after!.sequence]).toEqual(['Elsewhere', before!.sequence + 1]);
  });
});

describe('the Atom feed of calls for papers', () => {
  it('lists the open calls, newest first, as well-formed XML', async () => {
    const response = await request('cfps.atom');
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const xml = await response.text();
    const names = ['Newer', HOSTILE.replace('\b', '')].map((name) => `Call for papers: ${name}`);
    expect(textsOf(xml, 'title')).toEqual(['Open calls for papers', ...names]);
    expect(textsOf(xml, 'id').slice(1)).toEqual(
      ['Newer', HOSTILE].map((name) => `urn:uuid:${v5('cfp', guids[name]!)}`),
    );
    expect(xml).toContain('href="https://example.org/call?a=1&amp;b=2"');
    expect(textsOf(xml, 'updated')).toHaveLength(3);
    const pages = [...(xml.split('<entry>')[0] ?? '').matchAll(/rel="alternate" type="(.*?)" href="(.*?)"/g)];
    expect(pages.map(([, type]) => type)).toEqual(['text/html']);
    const page = await fetch(pages[0]?.[2] ?? '', { headers: { Accept: 'text/html' } });
    expect([page.headers.get('content-type'), await page.text()]).toEqual([
      expect.stringContaining('text/html'),
      expect.stringContaining('Newer'),
    ]);
  });

  it('is complete without a call', async () => {
    await service.database.pool.query('update events set cfp_ends_at = null');
    const xml = await (await request('cfps.atom')).text();
    expect(textsOf(xml, 'updated')).toEqual(['1970-01-01T00:00:00Z']);
    expect(await entriesOf('cfps.ics')).toEqual([]);
  });
});
