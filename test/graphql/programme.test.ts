import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomFrom } from '../process/random-world.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData } from './ask.js';
import { idsOf, pagesOf } from './paging.js';
import {
  argumentsOf,
  expectedIds,
  makePeople,
  makeProgramme,
  ORDERS,
  type ModelEvent,
  type ModelQuery,
  type People,
} from './programme-model.js';

/** A fixed seed, whose data distinguish the criteria. */
const random = randomFrom(20_261_127);

let service: TestService;
let people: People;
let events: ModelEvent[];
let hidden: ModelEvent;
let [viewer, token, stranger] = ['', '', ''];

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  people = await makePeople(service);
  [viewer = ''] = people.viewers;
  token = await make.createToken(pool, viewer);
  stranger = await make.createToken(pool, people.viewers[1] ?? '');
  const zones = { 'Europe/Amsterdam': 2, 'America/New_York': -4, UTC: 0 };
  events = [];
  for (const [time_zone, offset] of Object.entries(zones)) {
    events.push(await makeProgramme(service, people, random, { offset, size: 25, row: { time_zone } }));
  }
  hidden = await makeProgramme(service, people, random, { offset: 2, size: 5, row: { is_private: true } });
  await make.createHost(pool, hidden.id, viewer);
});
afterAll(() => service.stop());

const pages = ({ id }: ModelEvent, query: ModelQuery, by = token) =>
  pagesOf(service, `event(id: ${id}) { talks(${argumentsOf(query)}$) # }`, by);

async function check(event: ModelEvent, query: ModelQuery): Promise<void> {
  const { nodes, totalCount } = await pages(event, query)('first: 100');
  const ids = expectedIds(event, people, viewer, query);
  expect({ query, ids: nodes.map(({ id }) => id), totalCount }).toEqual({ query, ids, totalCount: ids.length });
}

describe('a programme (Event.talks)', () => {
  it.each(ORDERS)('is in the order %s', async (orderBy) => {
    for (const event of events) await check(event, { orderBy });
  });

  it('matches each criterion alone', async () => {
    const [event] = events as [ModelEvent];
    const [trackId = ''] = event.tracks;
    const [speakerId = ''] = people.speakers;
    const criteria: ModelQuery[] = [{ from: 4 }, { until: 8 }, { trackId }, { speakerId }, { type: 'KEYNOTE' }];
    criteria.push({ starred: true }, { starred: false }, { speakerId: people.inactive }, { trackId: 'x' });
    const sizes = [];
    for (const query of criteria) {
      await check(event, query);
      sizes.push(expectedIds(event, people, viewer, query).length);
    }
    // The data distinguish the criteria.
    expect(sizes.map((size) => size > 0 && size < event.talks.length)).toEqual([
      ...[true, true, true, true, true],
      ...[true, true, false, false],
    ]);
  });

  it('takes one statement, and one for its total, for events in any time zones', async () => {
    const field = 'talks(first: 3, from: "2026-06-01 05:00", orderBy: TITLE) { totalCount nodes { title } }';
    const count = async (query: string) => {
      service.takeStatements();
      const data = await askData(service, query, { isSentOnce: true });
      return [service.takeStatements().length, data] as const;
    };
    const [ofOne] = await count(`{ event(id: ${events[0]?.id}) { ${field} } }`);
    const [ofThree, { events: found }] = await count(`{ events { nodes { id ${field} } } }`);
    const totals = Object.fromEntries(
      events.map((event) => [event.id, expectedIds(event, people, viewer, { from: 5 }).length]),
    );
    expect(
      Object.fromEntries(
        found.nodes.map(({ id, talks }: { id: string; talks: { totalCount: number } }) => [id, talks.totalCount]),
      ),
    ).toEqual(totals);
    expect(new Set(Object.values(totals)).size).toBe(3);
    expect([ofOne, ofThree]).toEqual([3, 3]);
  });

  it.each([
    ['first: 10', 21],
    ['first: 10, from: "2026-06-01", until: "tomorrow", orderBy: START_TIME_DESC', 21],
    ['first: 10, orderBy: TITLE', 41],
    ['first: 10, orderBy: START_TIME, type: KEYNOTE', 41],
    ['first: 10, starred: false', 41],
  ])('with (%s) costs %d records', async (args, rows) => {
    const { extensions } = await ask(service, `{ event(id: ${events[0]?.id}) { talks(${args}) { nodes { id } } } }`, {
      token,
    });
    expect(extensions.cost?.rows).toBe(rows);
  });

  it.each([
    ['TITLE', [['INVALID'], [], []]],
    ['RATING', [['INVALID'], ['INVALID'], []]],
    ['COMMENTS', [['INVALID'], ['INVALID'], []]],
    ['START_TIME', [['INVALID'], ['INVALID'], ['INVALID']]],
  ] as const)('rejects unreadable cursors in the order %s', async (orderBy, codes) => {
    const [event] = events as [ModelEvent];
    const { pageInfo } = await pages(event, { orderBy })('first: 1');
    const [signature, , ...values] = JSON.parse(
      Buffer.from(pageInfo.endCursor ?? '', 'base64url').toString(),
    ) as string[];
    const found = [];
    for (const forged of ['\0', 'x', '1e99']) {
      const cursor = Buffer.from(JSON.stringify([signature, forged, ...values])).toString('base64url');
      const query = `{ event(id: ${event.id}) { talks(orderBy: ${orderBy}, after: "${cursor}") { offset } } }`;
      found.push((await ask(service, query)).errors.map(({ extensions }) => extensions.code));
    }
    expect(found).toEqual(codes);
  });

  it('rejects a cursor of another order', async () => {
    const [event] = events as [ModelEvent];
    const { pageInfo } = await pages(event, { orderBy: 'TITLE' })('first: 1');
    const query = `{ event(id: ${event.id}) { talks(orderBy: RATING, after: "${pageInfo.endCursor}") { offset } } }`;
    const { errors } = await ask(service, query);
    expect(errors.map(({ extensions }) => extensions.problems)).toEqual([[{ reason: 'CURSOR_UNREADABLE' }]]);
  });
});

describe('a programme is restricted', () => {
  const problems = async (query: string, by?: string) => {
    const { data, errors } = await ask(service, query, { token: by });
    return { data, problems: errors.map(({ extensions }) => [extensions.code, extensions.problems]) };
  };

  it('to the viewers of its event', async () => {
    const talks = `{ event(id: ${hidden.id}) { talks(orderBy: TITLE, type: TALK) { totalCount } now { id } next { id } } }`;
    expect(await problems(talks)).toEqual({ data: { event: null }, problems: [] });
    expect(await problems(talks, stranger)).toEqual({ data: { event: null }, problems: [] });
    await check(hidden, { orderBy: 'TITLE', until: 9 });
  });

  it('to authenticated callers if it is filtered by stars', async () => {
    for (const starred of [true, false]) {
      const query = `{ event(id: ${events[0]?.id}) { talks(starred: ${starred}) { totalCount } } }`;
      expect(await problems(query)).toEqual({
        data: { event: null },
        problems: [['UNAUTHENTICATED', [{ reason: 'LOGIN_REQUIRED' }]]],
      });
    }
  });

  it.each([
    ['from: "never"', [{ reason: 'DATE_UNREADABLE', field: 'from' }]],
    [
      'from: "", until: "soon"',
      [
        { reason: 'DATE_UNREADABLE', field: 'from' },
        { reason: 'DATE_UNREADABLE', field: 'until' },
      ],
    ],
    ['orderBy: TITLE, first: 101', [{ reason: 'PAGE_SIZE_OUT_OF_RANGE', limit: 100 }]],
    ['orderBy: TITLE, first: 1, offset: 1', [{ reason: 'FIRST_WITH_OFFSET' }]],
  ])('to valid arguments: %s', async (args, expected) => {
    const found = await problems(`{ event(id: ${events[0]?.id}) { talks(${args}) { totalCount } } }`);
    expect(found).toEqual({ data: { event: null }, problems: [['INVALID', expected]] });
  });
});

describe('the talks that a user starred (User.starredTalks)', () => {
  const starred = (by?: string) => pagesOf(service, `user(id: ${viewer}) { starredTalks($) # }`, by)('first: 100');

  it('are those of the viewer at visible events, latest start first, and nobody else sees them', async () => {
    const { pool } = service.database;
    const { rows } = await pool.query<{ id: string }>(
      `select t.id from talk_stars s join talks t on t.id = s.talk_id where s.user_id = $1
        order by t.starts_at desc, t.id desc`,
      [viewer],
    );
    const ids = rows.map(({ id }) => String(id)).slice(0, 100);
    const own = await starred(token);
    expect([idsOf(own), own.totalCount]).toEqual([ids, rows.length]);
    expect(idsOf(await starred())).toEqual([]);
    expect(idsOf(await starred(stranger))).toEqual([]);
    const admin = await make.createToken(pool, await make.createUser(pool, { is_admin: true }));
    expect(await starred(admin)).toMatchObject({ nodes: [], totalCount: 0 });
    await pool.query('delete from event_hosts where event_id = $1', [hidden.id]);
    const atHidden = hidden.talks.filter(({ starredBy }) => starredBy.includes(viewer)).length;
    expect((await starred(token)).totalCount).toBe(rows.length - atHidden);
  });

  it('are reachable as `viewer`', async () => {
    const data = await askData(service, '{ viewer { starredTalks { totalCount } } }', { token });
    expect(data.viewer.starredTalks.totalCount).toBeGreaterThan(5);
  });
});
