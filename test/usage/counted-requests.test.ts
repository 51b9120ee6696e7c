import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ask as askGraph } from '../graphql/ask.js';
import { ask } from '../rest/ask.js';
import { createApplication, createEvent, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { storedUses } from './stored-uses.js';

let service: TestService;
let event: string;
let application: string;
let token: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  event = await createEvent(pool);
  application = await createApplication(pool);
  token = await createToken(pool, await createUser(pool), { application_id: application });
});
beforeEach(() => service.database.pool.query('delete from route_uses'));
afterAll(() => service.stop());

/** Application, route, requests and errors of all requests since the last test. */
async function counted() {
  await service.writeUses();
  return (await storedUses(service.database.pool)).map(([, ...use]) => use.slice(0, -1));
}

describe('requests are counted', () => {
  it('by route and application, whatever the URL, and HEAD as GET', async () => {
    await ask(service, `/v2.1/events/${event}`);
    await ask(service, '/v2.1/events/99999999/?verbose=yes', { token });
    await ask(service, `http://elsewhere.test/v2.1/events/${event}`.replace('http://elsewhere.test', service.base));
    await ask(service, `/v2.1/events/${event}`, { token, method: 'HEAD' });
    await ask(service, '/v2.1/events', { token: 'unknown' });
    expect(await counted()).toEqual([
      [application, 'GET /v2.1/events/:eventId', 2, 1],
      [null, 'GET /v2.1/events', 1, 0],
      [null, 'GET /v2.1/events/:eventId', 2, 0],
    ]);
  });

  it('as errors if a write is rejected, a body is too large, or a route is not implemented', async () => {
    const body = 'x'.repeat(1_100_000);
    expect((await ask(service, `/v2.1/events/${event}`, { method: 'PUT', token, body: {} })).status).toBe(403);
    expect((await ask(service, `/v2.1/events/${event}/comments`, { method: 'POST', token, body })).status).toBe(413);
    expect((await ask(service, `/v2.1/events/${event}/comments`, { method: 'POST', token, body: {} })).status).toBe(
      400,
    );
    expect((await ask(service, '/v2.1/twitter/request_token', { method: 'POST' })).status).toBe(501);
    expect(await counted()).toEqual([
      [application, 'POST /v2.1/events/:eventId/comments', 1, 1],
      [application, 'PUT /v2.1/events/:eventId', 1, 1],
      [null, 'POST /v2.1/twitter/request_token', 1, 1],
      [null, 'other', 1, 1],
    ]);
  });

  it('together if they match no route, and preflights not at all', async () => {
    for (const path of ['/v2.1/nothing', '/v2/events', '/nowhere.ico', '/v2.1/also\0nothing']) await ask(service, path);
    await ask(service, '/v2.1/events', { method: 'DELETE' });
    await ask(service, '/v2.1/events', { method: 'OPTIONS' });
    await ask(service, '/graphql', { method: 'OPTIONS' });
    expect(await counted()).toEqual([[null, 'other', 5, 5]]);
  });

  it('in GraphQL by the names of stored operations, and together otherwise', async () => {
    await askGraph(service, 'query TalkRecord { __typename }', { token, isSentOnce: true });
    await askGraph(service, 'query A { __typename } query TalkRecord { __typename }', {
      operationName: 'TalkRecord',
      isSentOnce: true,
    });
    await askGraph(service, 'query Mine { __typename }', { token, isSentOnce: true });
    await askGraph(service, '{ __typename }', { isSentOnce: true });
    await askGraph(service, 'query TalkRecord { nothing }');
    await ask(service, '/graphql', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' });
    expect(await counted()).toEqual([
      [application, '/graphql TalkRecord', 1, 0],
      [application, '/graphql other', 1, 0],
      [null, '/graphql TalkRecord', 1, 0],
      [null, '/graphql other', 3, 2],
    ]);
  });

  it('without a statement for each', async () => {
    await ask(service, '/v2.1/events');
    service.takeStatements();
    await ask(service, '/v2.1/events');
    expect(service.takeStatements().filter((text) => text.includes('route_uses'))).toEqual([]);
    await service.writeUses();
    expect(service.takeStatements().filter((text) => text.includes('route_uses')).length).toBe(1);
  });

  it('under the name of an application even after it was deleted', async () => {
    const { pool } = service.database;
    const other = await createApplication(pool);
    const short = await createToken(pool, await createUser(pool), { application_id: other });
    await ask(service, '/v2.1/events', { token: short });
    await pool.query('delete from access_tokens where application_id = $1', [other]);
    await pool.query('delete from applications where id = $1', [other]);
    expect(await counted()).toEqual([[other, 'GET /v2.1/events', 1, 0]]);
  });
});
