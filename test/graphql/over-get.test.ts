import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import type { Answer } from './ask.js';

let service: TestService;
let [talk, token] = ['', ''];
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  talk = await make.createTalk(pool, await make.createEvent(pool));
  token = await make.createToken(pool, await make.createUser(pool));
});
afterAll(() => service.stop());

interface GetParameters {
  readonly query?: string;
  readonly variables?: object;
  readonly operationName?: string;
}

async function get({ query, variables, operationName }: GetParameters, headers: Record<string, string> = {}) {
  const parameters = new URLSearchParams({
    ...(query !== undefined && { query }),
    ...(variables && { variables: JSON.stringify(variables) }),
    ...(operationName !== undefined && { operationName }),
  });
  const response = await fetch(`${service.base}/graphql?${parameters.toString()}`, { headers });
  const { data = null, errors = [] } = (await response.json()) as Partial<Answer>;
  const [error] = errors;
  return { response, status: response.status, data, reason: error?.extensions.problems[0]?.reason };
}

const starTalk = () => `mutation { starTalk(input: { talkId: "${talk}" }) { talk { id } } }`;

describe('a query by GET (decisions no. 64)', () => {
  it('needs no additional header, as sent by urql', async () => {
    const { status, data } = await get({
      query: 'query Title($id: ID!) { talk(id: $id) { id } }',
      variables: { id: talk },
      operationName: 'Title',
    });
    expect([status, data]).toEqual([200, { talk: { id: talk } }]);
  });

  it('reads as the caller of the token', async () => {
    const { data } = await get({ query: '{ viewer { __typename } }' }, { Authorization: `Bearer ${token}` });
    expect(data).toEqual({ viewer: { __typename: expect.any(String) } });
  });

  it('is not cacheable, whether it succeeds or fails', async () => {
    for (const query of ['{ __typename }', '{ nothing }', '{', starTalk(), undefined]) {
      const { response } = await get(query === undefined ? {} : { query });
      expect([query, response.headers.get('cache-control')]).toEqual([query, 'no-store']);
      expect(response.headers.get('vary')).toContain('Accept, Authorization');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('has the limits of a POST: spreads, depth and cost', async () => {
    const spreads = `{ ...A } fragment A on Query { ${'...B '.repeat(301)} } fragment B on Query { __typename }`;
    expect(await get({ query: spreads })).toMatchObject({ status: 400, reason: 'DOCUMENT_UNREADABLE' });
    const deep = `{ events { nodes { ${'talks { nodes { event { '.repeat(4)} id ${'} } } '.repeat(4)} } } }`;
    expect(await get({ query: deep })).toMatchObject({ status: 400, reason: 'TOO_DEEP' });
    const costly = '{ events(first: 100) { nodes { talks(first: 100) { nodes { id } } } } }';
    expect(await get({ query: costly })).toMatchObject({ status: 400, reason: 'TOO_COSTLY' });
  });
});

describe('a mutation by GET', () => {
  it.each([
    ['alone', () => ({ query: starTalk() })],
    [
      'chosen by name',
      () => ({ query: `query Q { __typename } ${starTalk().replace(' {', ' M {')}`, operationName: 'M' }),
    ],
  ])('returns 405 with `Allow: POST`, %s', async (_, parameters) => {
    const headers = { Authorization: `Bearer ${token}`, 'apollo-require-preflight': 'true' };
    const { response, status, reason } = await get(parameters(), headers);
    expect([status, response.headers.get('allow'), reason]).toEqual([405, 'POST', 'REQUEST_INVALID']);
    expect((await service.database.pool.query('select * from talk_stars')).rows).toEqual([]);
  });
});
