import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, metaOf, recordsOf } from './ask.js';

describe('sort orders and start pages of events that depend on the clock', () => {
  let service: TestService;
  const stubs: string[] = [];
  const get = (query: string) => ask(service, `/v2.1/events?${query}`);

  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    // Five before 15 July 2026 00:00 UTC, four after; two of each share their start.
    const days = ['06-01', '06-02', '07-13', '07-14', '07-14', '07-15', '07-16', '07-16', '08-01'];
    for (const [index, day] of days.entries()) {
      const starts_at = `2026-${day}T00:00:00Z`;
      const tags = index % 2 === 0 ? ['even'] : ['odd'];
      await make.createEvent(pool, { stub: `e${index}`, starts_at, ends_at: starts_at, tags });
      stubs.push(`e${index}`);
    }
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-07-15T23:00:00Z'));
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await service.stop();
  });
  const page = async (query: string) => {
    const answer = await get(query);
    const { this_page, next_page, prev_page, count, total } = metaOf(answer);
    const search = (address: unknown) => (typeof address === 'string' ? new URL(address).search : address);
    const found = recordsOf(answer, 'events').map(({ stub }) => stub);
    return { found, count, total, pages: [search(prev_page), search(this_page), search(next_page)] };
  };

  it('filter=all begins with the first event of today, and its links contain that start (contract 7.1-10)', async () => {
    expect(await page('filter=all')).toEqual({
      found: stubs.slice(5),
      count: 4,
      total: 9,
      pages: ['?filter=all&start=0&resultsperpage=20', '?filter=all&start=5&resultsperpage=20', undefined],
    });
    expect(await page('resultsperpage=2&filter=all')).toEqual({
      found: ['e5', 'e6'],
      count: 2,
      total: 9,
      pages: [
        '?resultsperpage=2&filter=all&start=3',
        '?resultsperpage=2&filter=all&start=5',
        '?resultsperpage=2&filter=all&start=7',
      ],
    });
  });

  it('counts only the events that match the other filters', async () => {
    expect(await page('filter=all&tags=even')).toMatchObject({ found: ['e6', 'e8'], total: 5 });
    expect(await page('filter=all&enddate=2026-07-14')).toMatchObject({
      found: [],
      total: 3,
      pages: [
        '?filter=all&enddate=2026-07-14&start=0&resultsperpage=20',
        '?filter=all&enddate=2026-07-14&start=3&resultsperpage=20',
        undefined,
      ],
    });
  });

  it('begins at the requested start, and at 0 when everything is requested', async () => {
    expect((await page('filter=all&start=0')).found).toEqual(stubs);
    expect((await page('filter=all&start=8')).found).toEqual(['e8']);
    expect((await page('filter=all&start=soon')).found).toEqual(stubs.slice(5));
    expect(await page('filter=all&resultsperpage=0')).toMatchObject({
      found: stubs,
      pages: [undefined, '?filter=all&resultsperpage=0&start=0', undefined],
    });
  });

  it('can be traversed by its links in both directions, with each event once', async () => {
    const walked: unknown[] = [];
    for (let query: unknown = '?filter=all&start=0&resultsperpage=2'; query;) {
      const { found, pages } = await page(String(query).slice(1));
      walked.push(...found);
      query = pages[2];
    }
    expect(walked).toEqual(stubs);
  });

  it('hot weighs comments and attendance, but not hidden comments', async () => {
    const { pool } = service.database;
    const { rows } = await pool.query<{ id: string; stub: string }>('select id, stub from events order by stub');
    const id = (stub: string) => rows.find((row) => row.stub === stub)?.id ?? '';
    // e8 is 17 days away; 85 attendees and comments bring it to 17 - 86/5 = -0.2, level with e5 at 0 - 1/5: the later
    // ID is first.
    for (let index = 0; index < 60; index += 1) await make.createAttendee(pool, id('e8'), await make.createUser(pool));
    for (let index = 0; index < 25; index += 1) await make.createEventComment(pool, id('e8'));
    for (let index = 0; index < 9; index += 1) await make.createEventComment(pool, id('e0'), { is_hidden: true });
    expect((await page('filter=hot')).found).toEqual(['e8', 'e5', 'e7', 'e6', 'e4', 'e3', 'e2', 'e1', 'e0']);
  });
});
