import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { createApollo } from '../../schema/apollo.js';
import { createSchema } from '../../schema/index.js';
import { createFairQueue } from '../../src/core/common/fair-queue.js';
import type { Context } from '../../src/core/context.js';
import type { Incoming } from '../../src/http/exchange.js';
import { graphReply } from '../../src/http/graph-reply.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let token = '';
let event = '';
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  event = await make.createEvent(pool, { name: 'Repeated' });
  token = await make.createToken(pool, await make.createUser(pool));
});
afterAll(() => service.stop());

interface Sent {
  readonly headers?: Record<string, string>;
  readonly token?: string;
}

/** Sends a body, and returns everything of the response that does not differ by request. */
async function post(body: unknown, { headers, token }: Sent = {}) {
  const response = await fetch(`${service.base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }), ...headers },
    body: JSON.stringify(body),
  });
  const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(response.headers);
  const text = (await response.text()).replace(/"requestId":"[^"]*"/g, '"requestId":""');
  return { status: response.status, headers: rest, text };
}

const NAME = 'query Name($id: ID!) { event(id: $id) { name } }';

/** Metrics of a route: the operation's name must be recorded, too. */
const errors = async () => {
  const samples = await service.samples();
  return JSON.stringify(samples.find(({ name }) => name.includes('errors'))?.values ?? samples);
};

describe('A query that is sent again', () => {
  it.each([
    ['alone', { query: '{ events(first: 2) { nodes { name } } }' }],
    ['with variables', { query: NAME, variables: { id: 'EVENT' } }],
    ['with variables that it does not declare', { query: NAME, variables: { id: 'EVENT', __proto__: 1, more: 1 } }],
    ['with a name', { query: `${NAME} query Other { __typename }`, operationName: 'Other' }],
    ['with nulls', { query: '{ viewer { id } }', variables: null, operationName: null, extensions: null }],
    ['with extensions', { query: '{ __typename }', extensions: { clientLibrary: { name: 'x' } } }],
    ['with introspection', { query: '{ __schema { queryType { name } } }' }],
  ])('has the same response: %s', async (_, body) => {
    const sent = JSON.parse(JSON.stringify(body).replace('"EVENT"', JSON.stringify(event))) as unknown;
    const first = await post(sent);
    expect(first.status).toBe(200);
    expect(first.text).not.toContain('errors');
    expect(await post(sent)).toEqual(first);
    expect(await post(sent, { token })).toMatchObject({ status: 200, text: expect.stringContaining('"data"') });
  });

  it.each([
    'application/json',
    'application/graphql-response+json, application/json;q=0.9',
    '*/*',
    'text/html, application/json;q=0.1',
  ])('has the media type of Accept: %s', async (accept) => {
    const first = await post({ query: '{ __typename }' }, { headers: { accept } });
    expect(first.status).toBe(200);
    expect(await post({ query: '{ __typename }' }, { headers: { accept } })).toEqual(first);
  });

  it('is still rejected with an unacceptable media type', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect((await post({ query: '{ __typename }' }, { headers: { accept: 'image/png' } })).status).toBe(406);
    }
  });

  it.each([
    ['invalid variables', { query: NAME, variables: { id: [1] } }, {}],
    ['a missing variable', { query: NAME }, {}],
    ['an unknown operation', { query: NAME, operationName: 'Nothing' }, {}],
    ['variables of the wrong type', { query: NAME, variables: [1] }, {}],
    ['an invalid token', { query: NAME, variables: { id: 'EVENT' } }, { headers: { Authorization: 'Basic x' } }],
    ['a wrong hash', { query: NAME, extensions: { persistedQuery: { version: 1, sha256Hash: '0' } } }, {}],
  ])('fails as the first one does: %s', async (_, body, sent) => {
    const failing = JSON.parse(JSON.stringify(body).replace('"EVENT"', JSON.stringify(event))) as unknown;
    const before = await post(failing, sent);
    expect(before.text).toContain('"errors"');
    for (let time = 0; time < 2; time += 1) await post({ query: NAME, variables: { id: event } });
    expect(await post(failing, sent)).toEqual(before);
    expect((await post({ query: NAME, variables: { id: event } })).text).toContain('Repeated');
  });

  it('reports an error of its execution', async () => {
    const query = `query ($id: ID!, $all: Boolean!) {
      event(id: $id) { name reportedComments @include(if: $all) { decidedBy { id } } } }`;
    const send = (all: boolean) => post({ query, variables: { id: event, all } });
    for (let time = 0; time < 2; time += 1) expect((await send(false)).text).toContain('Repeated');
    const before = await errors();
    const failed = await send(true);
    expect(failed.text).toContain('LOGIN_REQUIRED');
    expect(await errors()).not.toEqual(before);
    expect(await send(true)).toEqual(failed);
  });

  it('sees the data of its time', async () => {
    const read = async () => (await post({ query: NAME, variables: { id: event } })).text;
    await read();
    await service.database.pool.query("update events set name = 'Renamed' where id = $1", [event]);
    expect(await read()).toContain('Renamed');
    await service.database.pool.query("update events set name = 'Repeated' where id = $1", [event]);
    expect(await read()).toContain('Repeated');
  });

  it('never replaces a mutation', async () => {
    const mutation = 'mutation Attend($id: ID!) { attendEvent(input: { eventId: $id }) { event { id } } }';
    const attendees = async () => {
      const sql = 'select count(*)::int as count from event_attendees where event_id = $1';
      return (await service.database.pool.query<{ count: number }>(sql, [event])).rows[0]?.count;
    };
    const send = () => post({ query: mutation, variables: { id: event } }, { token });
    await service.database.pool.query('delete from event_attendees where event_id = $1', [event]);
    const first = await send();
    expect(first.text).not.toContain('errors');
    await service.database.pool.query('delete from event_attendees where event_id = $1', [event]);
    expect((await send()).text).toEqual(first.text);
    expect(await attendees()).toBe(1);
  });
});

describe('Apollo', () => {
  const contextOf = () =>
    Promise.resolve({ viewer: null, limitStates: [], client: { address: '192.0.2.1' } } as unknown as Context);
  const request = (body: object) =>
    ({ method: 'POST', url: '/graphql', headers: { 'content-type': 'application/json' }, body }) as Incoming;

  async function create() {
    const names: string[] = [];
    const defects: unknown[] = [];
    const { apollo, repeated } = await createApollo(await createSchema(), {
      reserve: () => true,
      queueOf: createFairQueue(1),
      ...{
        introspection: true,
        suggests: true,
        onUnexpected: (error: unknown) => void defects.push(error),
        onDomainError: () => undefined,
      },
      trusted: { texts: [], untrusted: 'off', onUnknown: () => undefined },
      onOperation(name) {
        if (name === 'Defect' && names.includes(name)) throw new TypeError('A defect of the repetition');
        names.push(name);
      },
    });
    const respond = (sent: Incoming) => graphReply(apollo, sent, contextOf);
    return { names, defects, respond, again: (sent: Incoming) => repeated.respond(sent, contextOf) };
  }

  it('is not needed for a query that it has executed, however it is named', async () => {
    const { names, respond, again } = await create();
    const query = 'query One { __typename } query Two { __typename }';
    const [one, two] = [request({ query, operationName: 'One' }), request({ query, operationName: 'Two' })];
    expect(await again(one)).toBeNull();
    const reply = await respond(one);
    expect(await again(two)).toBeNull();
    expect(await again(one)).toEqual(reply);
    expect(names).toEqual(['One', 'One']);
  });

  it('is needed for other requests, and after a failure', async () => {
    const { respond, again } = await create();
    const query = 'query ($no: Boolean!) { __typename other: __typename @skip(if: $no) }';
    const good = request({ query, variables: { no: true } });
    await respond(good);
    expect(await again(good)).not.toBeNull();
    expect(await again({ ...good, method: 'GET' } as Incoming)).toBeNull();
    expect(await again(request({ query: '{ __typename }' }))).toBeNull();
    expect(await again(request({ query, variables: { no: 'one' } }))).toBeNull();
    expect(await again(good)).toBeNull();
  });

  it('is needed for a query that has failed', async () => {
    const { respond, again } = await create();
    const failing = request({ query: 'query ($n: Int!) { __typename @skip(if: $n) }', variables: { n: 1 } });
    await respond(failing);
    expect(await again(failing)).toBeNull();
  });

  it('replaces a defect of the repetition, which is reported', async () => {
    const { defects, respond, again } = await create();
    const sent = request({ query: 'query Defect { __typename }' });
    await respond(sent);
    expect(await again(sent)).toBeNull();
    expect(defects).toEqual([expect.any(TypeError)]);
  });
});
