import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import type { Answer } from './ask.js';

let service: TestService;
let token = '';
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  token = await make.createToken(pool, await make.createUser(pool));
});
afterAll(() => service.stop());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hashOf = (text: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: sha256(text) } } });
const NOT_FOUND = [200, 'PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND', 'DOCUMENT_UNKNOWN'];

async function outcome(response: Response) {
  const { data, errors = [] } = (await response.json()) as Partial<Answer>;
  const [error] = errors;
  if (!error) return data;
  const { code, problems } = error.extensions;
  return [response.status, error.message, code, problems[0]?.reason];
}

interface Sent {
  readonly variables?: object;
  readonly token?: string;
}

async function post(body: object, { token, variables }: Sent = {}, base = service.base) {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const sent = { method: 'POST', headers, body: JSON.stringify({ ...body, variables }) };
  return outcome(await fetch(`${base}/graphql`, sent));
}

const register = (query: string, sent: Sent = {}) => post({ query, ...hashOf(query) }, sent);
const byHash = (query: string, sent: Sent = {}) => post(hashOf(query), sent);

async function getByHash(query: string) {
  const parameters = new URLSearchParams({ extensions: JSON.stringify(hashOf(query).extensions) });
  return outcome(await fetch(`${service.base}/graphql?${parameters.toString()}`));
}

describe('automatic persisted queries (decisions no. 65)', () => {
  it('are registered with their text, so that the next request is a hit, by POST and by GET', async () => {
    const query = 'query First { __typename }';
    expect(await byHash(query)).toEqual(NOT_FOUND);
    expect(await register(query)).toEqual({ __typename: 'Query' });
    expect(await byHash(query)).toEqual({ __typename: 'Query' });
    expect(await getByHash(query)).toEqual({ __typename: 'Query' });
  });

  it('are shared by anonymous callers and users', async () => {
    const [anonymous, signedIn] = ['query Anonymous { __typename }', 'query SignedIn { __typename }'];
    await register(anonymous);
    await register(signedIn, { token });
    expect(await byHash(anonymous, { token })).toEqual({ __typename: 'Query' });
    expect(await byHash(signedIn)).toEqual({ __typename: 'Query' });
  });

  it.each([
    ['is not GraphQL', '{ events('],
    ['does not fit the schema', '{ nothing }'],
    [
      'is nested too deeply',
      `{ events { nodes { ${'talks { nodes { event { '.repeat(4)} id ${'} } } '.repeat(4)} } } }`,
    ],
    ['costs too much', '{ events(first: 100) { nodes { talks(first: 100) { nodes { id } } } } }'],
    ['is too long', `{ __typename } # ${'x'.repeat(100_000)}`],
  ])('are not registered if the document %s', async (_, query) => {
    expect(await register(query)).toEqual([400, expect.any(String), expect.any(String), expect.any(String)]);
    expect(await byHash(query)).toEqual(NOT_FOUND);
  });

  it('are not registered under the hash of another text', async () => {
    const [query, other] = ['query Ours { __typename }', 'query Other { __typename }'];
    expect(await post({ query, ...hashOf(other) })).toEqual([400, expect.any(String), 'INVALID', expect.any(String)]);
    expect([await byHash(query), await byHash(other)]).toEqual([NOT_FOUND, NOT_FOUND]);
  });

  it('are costed for each set of variables', async () => {
    const query = 'query Sized($n: Int!) { events(first: $n) { nodes { talks(first: $n) { nodes { id } } } } }';
    expect(await register(query, { variables: { n: 1 } })).toHaveProperty('events');
    expect(await byHash(query, { variables: { n: 80 } })).toEqual([400, expect.any(String), 'TOO_LARGE', 'TOO_COSTLY']);
    expect(await byHash(query, { variables: { n: 80 }, token })).toHaveProperty('events');
  });

  it('never run a mutation by GET', async () => {
    const query = 'mutation { starTalk(input: { talkId: "0" }) { talk { id } } }';
    await register(query, { token });
    expect(await getByHash(query)).toEqual([405, expect.any(String), 'INVALID', 'REQUEST_INVALID']);
  });

  it('use at most 4 MB for anonymous callers, who evict nothing of users', async () => {
    const [mine, early] = ['query Mine { __typename }', 'query Early { __typename }'];
    await register(mine, { token });
    await register(early);
    const large = (n: number) => `query Large${n} { __typename } #${'x'.repeat(95_000)}`;
    for (let n = 0; n < 45; n += 1) await register(large(n));
    expect(await byHash(early)).toEqual(NOT_FOUND);
    expect(await byHash(large(0))).toEqual(NOT_FOUND);
    expect(await byHash(large(44))).toEqual({ __typename: 'Query' });
    expect(await byHash(mine)).toEqual({ __typename: 'Query' });
  });
});

describe('TRUSTED_DOCUMENTS=only', () => {
  it('rejects an unknown hash with PERSISTED_QUERY_NOT_SUPPORTED, and registers nothing', async () => {
    const strict = await startService({ TRUSTED_DOCUMENTS: 'only' });
    try {
      const query = 'query First { __typename }';
      const notSupported = [200, 'PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED', 'DOCUMENT_UNKNOWN'];
      expect(await post(hashOf(query), {}, strict.base)).toEqual(notSupported);
      expect(await post({ query, ...hashOf(query) }, {}, strict.base)).toEqual([
        ...[400, expect.any(String), 'INVALID', 'DOCUMENT_UNKNOWN'],
      ]);
      expect(await post(hashOf(query), {}, strict.base)).toEqual(notSupported);
    } finally {
      await strict.stop();
    }
  });
});
