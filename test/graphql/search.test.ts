import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData, codesOf } from './ask.js';

let service: TestService;
let host: string;
let ids: Readonly<Record<'event' | 'talk' | 'user' | 'hidden' | 'hiddenTalk', string>>;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const user = await make.createUser(pool, { username: 'kiwi', full_name: 'Zoë Kākāpō' });
  await make.createUser(pool, { username: 'gone', full_name: 'Kakapo Gone', is_active: false });
  host = await make.createToken(pool, user);
  const event = await make.createEvent(pool, { name: 'KAKAPO days', slug: 'days' });
  const hidden = await make.createEvent(pool, { name: 'Kakapo nights', status: 'PENDING' });
  await make.createHost(pool, hidden, user);
  ids = {
    ...{ event, hidden, user },
    talk: await make.createTalk(pool, event, { title: 'Counting kākāpō' }),
    hiddenTalk: await make.createTalk(pool, hidden, { title: 'Secret kakapo' }),
  };
  for (let index = 0; index < 25; index += 1) await make.createTalk(pool, event, { title: `Moa ${index}` });
});
afterAll(() => service.stop());

const SEARCH = `query ($query: String!, $types: [SearchType!], $first: Int! = 5) {
  search(query: $query, types: $types, first: $first) {
    __typename
    ... on Node { nodeId }
    ... on Event { id name }
    ... on Talk { id title event { name } }
    ... on User { id fullName }
  }
}`;

interface Found {
  readonly __typename: string;
  readonly id: string;
}

async function find(variables: object, token?: string): Promise<string[]> {
  const { search } = await askData(service, SEARCH, {
    variables: { ...variables },
    ...(token !== undefined && { token }),
  });
  return (search as Found[]).map(({ __typename, id }) => `${__typename} ${id}`);
}

describe('A search', () => {
  it('finds visible events, talks and users, in this order, ignoring case and accents', async () => {
    const expected = [`Event ${ids.event}`, `Talk ${ids.talk}`, `User ${ids.user}`];

    expect(await find({ query: ' kakapo ' })).toEqual(expected);
    expect(await find({ query: 'KÄKAPO' })).toEqual(expected);
  });

  it('finds the types that are asked for, each once', async () => {
    expect(await find({ query: 'kakapo', types: ['USER', 'TALK', 'USER'] })).toEqual([
      `Talk ${ids.talk}`,
      `User ${ids.user}`,
    ]);
    expect(await find({ query: 'kakapo', types: [] })).toEqual([]);
    expect(await find({ query: 'nothing of the kind' })).toEqual([]);
  });

  it('limits the records of each type', async () => {
    expect(await find({ query: 'moa' })).toHaveLength(5);
    expect(await find({ query: 'moa', first: 20 })).toHaveLength(20);
    expect(await find({ query: 'moa', first: 0 })).toEqual([]);
  });

  it('finds talks of events that the viewer hosts', async () => {
    expect(await find({ query: 'secret' })).toEqual([]);
    expect(await find({ query: 'secret' }, host)).toEqual([`Talk ${ids.hiddenTalk}`]);
  });

  it('takes one statement per type', async () => {
    await find({ query: 'kakapo' });
    service.takeStatements();
    const asking = { variables: { query: 'kakapo' }, isSentOnce: true };
    await askData(service, SEARCH.replace('event { name }', ''), asking);

    expect(service.takeStatements()).toHaveLength(3);
  });

  it.each([
    ['an empty text', { query: ' ' }, { reason: 'FIELD_REQUIRED', field: 'query' }],
    ['a text that is too long', { query: 'x'.repeat(201) }, { reason: 'TEXT_TOO_LONG', field: 'query', limit: 200 }],
    ['too many records', { query: 'x', first: 21 }, { reason: 'PAGE_SIZE_OUT_OF_RANGE', field: 'first', limit: 20 }],
    ['a negative number', { query: 'x', first: -1 }, { reason: 'PAGE_SIZE_OUT_OF_RANGE', field: 'first', limit: 20 }],
  ])('refuses %s', async (_, variables, problem) => {
    expect(codesOf(await ask(service, SEARCH, { variables }))).toEqual([['INVALID', [problem]]]);
  });

  it('treats wildcards as text', async () => {
    for (const text of ['%', '_', String.raw`\ `, "'"]) expect(await find({ query: text })).toEqual([]);
  });
});
