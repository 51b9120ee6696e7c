import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAttendee, createEvent, createEventComment, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { askData } from './ask.js';
import { daysFromNow } from './conference.js';
import { idsOf, pagesOf } from './paging.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('a cursor stays valid when records are added and deleted', () => {
  const at = (second: number) => ({ created_at: `2026-06-01T12:00:00.${String(second).padStart(6, '0')}Z` });

  it('neither repeats nor skips records that existed all the time', async () => {
    const { pool } = service.database;
    const event = await createEvent(pool);
    const comments: string[] = [];
    for (const second of [1, 2, 2, 3, 4, 5]) comments.push(await createEventComment(pool, event, at(second)));
    const newestFirst = [...comments].reverse();
    const ask = pagesOf(service, `event(id: ${event}) { comments($) # }`);

    const first = await ask('first: 2');
    expect(idsOf(first)).toEqual(newestFirst.slice(0, 2));
    await createEventComment(pool, event, at(9));
    await pool.query('delete from event_comments where id = $1', [newestFirst[1]]);
    await pool.query('update event_comments set is_hidden = true where id = $1', [newestFirst[2]]);
    const late = await createEventComment(pool, event, at(2));

    const rest = await ask(`first: 10, after: "${first.pageInfo.endCursor}"`);
    expect(idsOf(rest)).toEqual([late, ...newestFirst.slice(3)]);
    expect(rest.totalCount).toBe(6);
  });
});

describe('pages of events', () => {
  let past: string[];
  let future: string[];
  beforeAll(async () => {
    const { pool } = service.database;
    await pool.query('delete from events');
    const make = (days: number) =>
      createEvent(pool, {
        starts_at: daysFromNow(days),
        ends_at: daysFromNow(days),
        tags: [days < -2 ? 'old' : 'new'],
      });
    past = [await make(-9), await make(-5), await make(-1)];
    future = [await make(0), await make(4), await make(8)];
  });

  it('ALL begins today without an offset, and reports the offset (contract §4.3)', async () => {
    const all = pagesOf(service, 'events(filter: ALL, $) #');
    const page = await all('limit: 2');
    expect([idsOf(page), page.offset, page.totalCount]).toEqual([future.slice(0, 2), 3, 6]);
    expect(page.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
    const before = await all(`last: 10, before: "${page.pageInfo.startCursor}"`);
    expect([idsOf(before), before.offset]).toEqual([past, null]);
    expect(idsOf(await all('offset: 0, limit: 3'))).toEqual(past);
    expect(idsOf(await all('first: 3'))).toEqual(past);
    expect(idsOf(await all('last: 1'))).toEqual(future.slice(2));
  });

  it('ALL applies its start to the filtered list', async () => {
    const narrowed = pagesOf(service, 'events(filter: ALL, tags: ["NEW "], $) #');
    const page = await narrowed('limit: 5');
    expect([idsOf(page), page.offset, page.totalCount]).toEqual([future, 1, 4]);
    const over = await pagesOf(service, `events(filter: ALL, until: "${daysFromNow(-2)}", $) #`)('limit: 5');
    expect([idsOf(over), over.offset, over.totalCount]).toEqual([[], 2, 2]);
  });

  it('HOT weighs days against the number of attendees and comments', async () => {
    const { pool } = service.database;
    const byId = (a: string, b: string) => Number(b) - Number(a);
    const hot = pagesOf(service, 'events(filter: HOT, $) #');
    const nearest = [past[2] ?? '', future[0] ?? ''];
    expect(idsOf(await hot('first: 2'))).toEqual([future[0], past[2]]);
    for (let person = 0; person < 30; person += 1) {
      await createAttendee(pool, past[1] ?? '', await createUser(pool));
    }
    // Five days ago, minus (30 + 1) / 5: hotter than today.
    expect(idsOf(await hot('first: 3'))).toEqual([past[1], ...nearest.sort(byId)]);
  });

  it('two aliases of the same list have different pages', async () => {
    const { a, b } = await askData(
      service,
      '{ a: events(filter: ALL, first: 1) { nodes { id } } b: events(filter: ALL, last: 1) { nodes { id } } }',
    );
    expect([a.nodes, b.nodes]).toEqual([[{ id: past[0] }], [{ id: future[2] }]]);
  });
});
