import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { inSequence } from '../../src/http/in-sequence.js';
import { startService, type TestService } from '../support/service.js';

describe('POST /graphql', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  async function post(path: string, { headers, body }: { headers?: Record<string, string>; body: string }) {
    const response = await fetch(service.base + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });
    const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(response.headers);
    const text = (await response.text()).replace(/"requestId":"[^"]*"/g, '"requestId":""');
    return { status: response.status, headers: rest, text };
  }

  it.each([
    [200, 'a query', { body: JSON.stringify({ query: '{ events(first: 1) { totalCount } }' }) }],
    [
      200,
      'a failing mutation',
      { body: JSON.stringify({ query: 'mutation { starTalk(input: { talkId: 1 }) { talk { id } } }' }) },
    ],
    [400, 'an invalid query', { body: JSON.stringify({ query: '{ nothing }' }) }],
    [400, 'malformed JSON', { body: '{' }],
    [400, 'another type', { headers: { 'Content-Type': 'text/plain' }, body: '{}' }],
    [400, 'an invalid token', { headers: { Authorization: 'Basic x' }, body: '{"query": "{ viewer { id } }"}' }],
    [413, 'a large body', { body: JSON.stringify({ query: '#'.repeat(1_100_000) }) }],
    [415, 'an unknown coding', { headers: { 'Content-Encoding': 'constructor' }, body: '{}' }],
  ])('returns the same whatever its query string: %i for %s', async (status, _, request) => {
    const direct = await post('/graphql', request);
    expect(direct.status).toBe(status);
    expect(await post('/graphql?unknown=parameter', request)).toEqual(direct);
  });
});

describe('Handlers in sequence', () => {
  /** Status and text of a GET. */
  async function get(listener: RequestListener): Promise<[number, string]> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      return [response.status, await response.text()];
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
  type Handlers = Parameters<typeof inSequence>[0];
  const run = (...handlers: Handlers) =>
    get(inSequence(handlers, (error, _request, response) => response.writeHead(500).end(String(error))));

  it('run until one responds', async () => {
    const responding: Handlers[number] = (_request, response) => response.end('done');
    expect(await run((_request, _response, next) => setImmediate(next), responding)).toEqual([200, 'done']);
  });

  it.each<[string, Handlers[number]]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['passes on', (_request, _response, next) => next(new Error('broken'))],
  ])('respond to an error that one %s', async (_, broken) => {
    expect(await run(broken, (_request, response) => response.end('done'))).toEqual([500, 'Error: broken']);
  });

  it('fail if none responds', async () => {
    expect(await run((_request, _response, next) => next())).toEqual([500, 'Error: The last handler must respond']);
  });
});
