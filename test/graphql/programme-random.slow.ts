import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pick, randomFrom } from '../process/random-world.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { pagesOf, walkBackward, walkByNumber, walkForward } from './paging.js';
import {
  addRandomTalk,
  argumentsOf,
  expectedIds,
  makePeople,
  makeProgramme,
  ORDERS,
  randomQuery,
  type ModelEvent,
  type ModelQuery,
  type People,
} from './programme-model.js';

const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
const random = randomFrom(seed);

let service: TestService;
let people: People;
let events: ModelEvent[];
let [viewer, token] = ['', ''];

beforeAll(async () => {
  service = await startService();
  people = await makePeople(service);
  [viewer = ''] = people.viewers;
  token = await make.createToken(service.database.pool, viewer);
  const zones = { 'Europe/Amsterdam': 2, 'America/New_York': -4, UTC: 0 };
  events = [];
  for (const [time_zone, offset] of Object.entries(zones)) {
    events.push(await makeProgramme(service, people, random, { offset, size: 25, row: { time_zone } }));
  }
});
afterAll(() => service.stop());

const pages = ({ id }: ModelEvent, query: ModelQuery, by = token) =>
  pagesOf(service, `event(id: ${id}) { talks(${argumentsOf(query)}$) # }`, by);

async function check(event: ModelEvent, query: ModelQuery): Promise<void> {
  const { nodes, totalCount } = await pages(event, query)('first: 100');
  expect({ seed, query, ids: nodes.map(({ id }) => id), totalCount }).toEqual({
    ...{ seed, query, ids: expectedIds(event, people, viewer, query) },
    totalCount: expectedIds(event, people, viewer, query).length,
  });
}

describe('a random programme (Event.talks)', () => {
  it('matches any combination of criteria, in any order', async () => {
    for (let n = 0; n < 150; n += 1) {
      const event = pick(random, events) as ModelEvent;
      await check(event, randomQuery(event, people, random));
    }
  });

  it('has pages that agree forwards, backwards and by number, in each order', async () => {
    const [event] = events as [ModelEvent];
    for (const orderBy of ORDERS) {
      const query = { orderBy, starred: true };
      const whole = expectedIds(event, people, viewer, query);
      for (const walk of [walkForward, walkBackward, walkByNumber]) {
        expect([seed, orderBy, await walk(pages(event, query))]).toEqual([seed, orderBy, whole]);
      }
    }
  });

  it.each(['forwards', 'backwards'] as const)(
    'neither repeats nor skips talks that existed all the time, %s in each order, while others come and go',
    async (direction) => {
      const { pool } = service.database;
      const paging = { forwards: ['first: 3', 'after', 'endCursor'], backwards: ['last: 3', 'before', 'startCursor'] };
      const [size = '', beyond = '', end = ''] = paging[direction];
      for (const orderBy of ORDERS) {
        const row = { time_zone: 'UTC' };
        const event = await makeProgramme(service, people, random, { offset: 0, size: 14, row });
        const lasting = new Set(event.talks.map(({ id }) => id));
        const seen: string[] = [];
        for (let cursor: string | null = null, steps = 0; steps < 40; steps += 1) {
          const { nodes, pageInfo } = await pages(event, { orderBy })(
            cursor === null ? size : `${size}, ${beyond}: "${cursor}"`,
          );
          const ids = nodes.map(({ id }) => id);
          if (direction === 'forwards') seen.push(...ids);
          else seen.unshift(...ids);
          cursor = pageInfo[end as 'endCursor'];
          if (cursor === null) break;
          await addRandomTalk(service, event, people, random);
          const [deleted] = event.talks.splice(Math.floor(random() * event.talks.length), 1);
          await pool.query('delete from talks where id = $1', [deleted?.id]);
          lasting.delete(deleted?.id ?? '');
        }
        const all = expectedIds(event, people, viewer, { orderBy });
        expect(new Set(seen).size).toBe(seen.length);
        expect([seed, orderBy, seen.filter((id) => lasting.has(id))]).toEqual([
          ...[seed, orderBy],
          all.filter((id) => lasting.has(id)),
        ]);
      }
    },
  );
});
