import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { send, wireOf, type Answered } from './answered.js';
import { askedIn, wordOf, type Asked } from './asked.js';
import { graphOracle, restOracle } from './findings.js';
import { graphRequest } from './graph-request.js';
import { restRequest } from './rest-request.js';
import { runRound } from './round.js';
import { Tape } from './tape.js';
import { addressText } from './wire-texts.js';

const asked: Asked = { as: 'nobody', method: 'GET', target: '/v2.1/languages/<language:1>', headers: [] };
const answered = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answered => ({
  status,
  headers: new Map(Object.entries({ 'content-type': 'application/json', 'x-request-id': '1', ...headers })),
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  ms: 1,
  isOver: true,
});

describe('the fuzzer reports', () => {
  it.each([
    ['a fault', answered(500, ['Sorry']), 'returns 500'],
    ['an unavailable database without Retry-After', answered(503, []), 'returns 503 without Retry-After'],
    ['a stack', answered(404, ['x at Pool.query (pg.js:1)']), 'says at Pool.query ('],
    ['what PostgreSQL says', answered(400, ['invalid input syntax for type']), 'says invalid input syntax'],
    ['no answer', { ...answered(200, ''), isOver: false }, 'never answers'],
    ['a close without a response', answered(0, ''), 'closes the connection without a response'],
    ['a status that is not documented', answered(418, ['Tea']), 'returns 418'],
    ['a member that is not documented', answered(404, ['One', 'Two']), 'the answer must NOT have more than 0 items'],
    ['a truncated response', answered(404, '["Language'), 'returns invalid JSON'],
    ['another length', answered(404, ['x'], { 'content-length': '9' }), 'announces another length than it sends'],
  ])('in v2.1: %s', (_, wrong, words) => {
    expect(restOracle(asked, wrong)?.replace('1 items', '0 items')).toBe(words);
  });

  it.each([
    ['a fault', { errors: [{ message: 'x', extensions: { code: 'INTERNAL' } }] }, 'returns INTERNAL'],
    ['an error without a code', { errors: [{ message: 'x' }] }, 'returns an error without a code'],
    ['nothing', {}, 'returns neither data nor errors'],
    ['a list of no errors', { data: null, errors: [] }, 'returns an empty list of errors'],
  ])('in GraphQL: %s', (_, body, words) => {
    expect(graphOracle({ ...asked, target: '/graphql' }, answered(200, body))).toBe(words);
  });

  it('nothing for correct responses', () => {
    expect(restOracle(asked, answered(404, ['Language not found']))).toBeUndefined();
    expect(restOracle(asked, answered(503, ['Away'], { 'retry-after': '2' }))).toBeUndefined();
    expect(restOracle(asked, answered(413, ['The body is too large']))).toBeUndefined();
    expect(restOracle(asked, answered(417, ['Unknown expectation']))).toBeUndefined();
    expect(graphOracle({ ...asked, target: '/graphql' }, answered(200, { data: { event: null } }))).toBeUndefined();
  });
});

describe('a request', () => {
  it.each([
    ['v2.1', restRequest],
    ['the graph', graphRequest],
  ])('of %s is deterministic by its numbers, and can be repeated from its printed form', (_, request) => {
    for (let first = 0; first < 300; first += 1) {
      const numbers = Array.from({ length: 300 }, (__, index) => (first * 7919 + index * 104_729) % 999_983);
      const one = request(new Tape(numbers));
      const word = wordOf(one).replaceAll(/^'|'$/g, '');
      expect(JSON.stringify(askedIn(word))).toBe(JSON.stringify(request(new Tape(numbers))));
    }
  });

  it('is valid if a long text is truncated within a character', () => {
    const texts = Array.from({ length: 2 }, (_, place) => `${'a'.repeat(place)}${'\u{1F600}'.repeat(400)}`);
    for (const text of texts) expect(addressText(new Tape([]), text)).toContain('%F0%9F%98%80');
  });

  it('from an empty tape is the simplest one', () => {
    expect(restRequest(new Tape([]))).toEqual({ as: 'nobody', method: 'GET', target: '/', headers: [] });
  });
});

describe('against a server with one bug', () => {
  const server = createServer((request, response: ServerResponse) => {
    response.statusCode = request.url?.includes('start=') ? 500 : 200;
    response.end('{}');
  });
  let base: URL;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(() => void server.close());

  it('the simplest failing request is found, deterministically by seed, and skipped once it is known', async () => {
    const ask = async (one: Asked) => {
      const { status } = await send(
        base,
        wireOf(one, base.host, (text) => text),
        one.method === 'HEAD',
      );
      return status === 500 ? 'returns 500' : undefined;
    };
    const parts = { seed: 5, requests: 60, shrinks: 100, request: restRequest, ask };
    const found = await runRound({ ...parts, isKnown: () => false });
    expect(found?.wrong).toBe('returns 500');
    expect(found?.asked?.target).toContain('start=');
    expect(await runRound({ ...parts, isKnown: () => false })).toEqual(found);
    expect(await runRound({ ...parts, isKnown: () => true })).toBeUndefined();
  });
});
