import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askData } from '../graphql/ask.js';
import { ask as askRest } from '../rest/ask.js';
import { times } from '../rest/at-once.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

/** Requests of one caller. If all were executed at once, the one of another caller would be among the last. */
const MANY = 160;
const TALKS = 60;

let service: TestService;
let [event, busy, other] = ['', '', ''];
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  event = await make.createEvent(pool);
  for (let talk = 0; talk < TALKS; talk += 1) await make.createTalk(pool, event, { title: `Talk ${talk}` });
  [busy, other] = [
    await make.createToken(pool, await make.createUser(pool)),
    await make.createToken(pool, await make.createUser(pool)),
  ];
  // New connections come one per turn of the event loop.
  await Promise.all(times(MANY, () => askRest(service, '/v2.1/')));
});
afterAll(() => service.stop());

/** As much work as a page of v2.1. */
const titles = times(15, (place) => `a${place}: title`).join(' ');
const QUERY = `query ($id: ID!) { event(id: $id) { talks(first: ${TALKS}) { nodes {
  ${titles} speakers { name } tracks { name } event { name }
} } } }`;
const surfaces: readonly (readonly [string, (token: string) => Promise<unknown>])[] = [
  ['GraphQL', (token) => askData(service, QUERY, { variables: { id: event }, token, isSentOnce: true })],
  ['v2.1', (token) => askRest(service, `/v2.1/events/${event}/talks?resultsperpage=${TALKS}`, { token })],
];

describe('Queries of one caller, many at a time', () => {
  it.each(surfaces)('are executed after the single one of another: %s', async (_, send) => {
    await send(busy);
    let done = 0;
    const all = Promise.all(
      times(MANY, async () => {
        await send(busy);
        done += 1;
      }),
    );
    await send(other);
    expect(done).toBeLessThan(MANY / 2);
    await all;
    expect(done).toBe(MANY);
  });
});
