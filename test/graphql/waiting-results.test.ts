import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { times } from '../rest/at-once.js';
import { ask as askGraph } from './ask.js';

const ALIASES = 15;
const TALKS = 15;
const REQUESTS = 40;

let service: TestService;
let event: string;
let tokens: string[];
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  event = await make.createEvent(pool);
  await Promise.all(times(TALKS, () => make.createTalk(pool, event)));
  await pool.query("update talks set description = repeat('a<b&c ', 7000) where event_id = $1", [event]);
  tokens = await Promise.all(times(2, async () => make.createToken(pool, await make.createUser(pool))));
});
afterAll(() => service.stop());

it('long results of one caller that wait for their serialization are refused beyond 8 MB; other callers are not', async () => {
  const texts = times(ALIASES, (place) => `a${place}: description`).join(' ');
  const query = `{ event(id: ${event}) { talks(first: ${TALKS}) { nodes { ${texts} } } } }`;
  const [token, other] = tokens as [string, string];
  const flood = Promise.all(times(REQUESTS, () => askGraph(service, query, { token, isSentOnce: true })));
  const small = await Promise.all(
    times(5, () => askGraph(service, `{ event(id: ${event}) { name } }`, { token: other })),
  );
  expect(small.map(({ status }) => status)).toEqual(times(5, () => 200));
  const statuses = Object.groupBy(await flood, ({ status }) => status);
  expect(Object.keys(statuses)).toEqual(['200', '503']);
  // Each has read 0.6 MB.
  expect(statuses[200]!.length).toBeGreaterThanOrEqual(13);
  expect(statuses[503]![0]!.errors[0]?.extensions.problems).toEqual([{ reason: 'OVERLOADED' }]);
});
