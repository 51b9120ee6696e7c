import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askData } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, recordsOf } from './ask.js';

/** Each name is searched for in all of these spellings. */
const names = ['Café Montréal', 'CAFE MONTREAL', 'Cafe\u0301 Montre\u0301al'];
const wildcards = ['100% sure_ly\\', '100 percent surely'];

let service: TestService;
let admin: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  admin = await make.createToken(pool, await make.createUser(pool, { is_admin: true }));
  const programme = await make.createEvent(pool, { name: 'Programme' });
  for (const name of [...names, ...wildcards]) {
    await make.createEvent(pool, { name });
    await make.createEvent(pool, { name, status: 'PENDING' });
    await make.createTalk(pool, programme, { title: name });
    await make.createUser(pool, { full_name: name });
  }
  await make.createUser(pool, { username: 'réfuser', full_name: 'R' });
  await make.createUser(pool, { username: 'Refuser', full_name: 'R', twitter_username: 'Øresund' });
});
afterAll(() => service.stop());

/** The names that a v2.1 list and its GraphQL counterpart return. */
async function found(kind: 'events' | 'pending' | 'talks' | 'users', text: string): Promise<unknown[]> {
  const value = encodeURIComponent(text);
  const variables = { text };
  const bothEqual = (rest: unknown[], graph: unknown[]) => {
    expect([...graph].sort()).toEqual([...rest].sort());
    return rest.sort();
  };
  const rest = {
    events: ['events', `/v2.1/events?title=${value}`, 'name'],
    pending: ['events', `/v2.1/events?filter=pending&title=${value}`, 'name'],
    talks: ['talks', `/v2.1/talks?title=${value}`, 'talk_title'],
    users: ['users', `/v2.1/users?keyword=${value}`, 'full_name'],
  } as const;
  const graph = {
    events: 'events(title: $text) { nodes { name } }',
    pending: 'events(title: $text, filter: PENDING) { nodes { name } }',
    talks: 'talks(title: $text) { nodes { name: title } }',
    users: 'users(keyword: $text) { nodes { name: fullName } }',
  };
  const [collection, path, member] = rest[kind];
  const listed = recordsOf(await ask(service, path, { token: admin }), collection).map((record) => record[member]);
  const query = `query ($text: String!) { list: ${graph[kind]} }`;
  const data = await askData(service, query, { variables, token: admin });
  return bothEqual(
    listed,
    data.list.nodes.map(({ name }: { name: string }) => name),
  );
}

describe.each(['events', 'pending', 'talks', 'users'] as const)('The search for %s (decisions no. 24)', (kind) => {
  it.each([...names, 'montréal', 'MONTREAL', 'fé Mon', 'é'])('ignores case and accents: %s', async (text) => {
    expect(await found(kind, text)).toEqual(expect.arrayContaining([...names].sort()));
  });

  it.each([
    ['100%', ['100% sure_ly\\']],
    ['100％', ['100% sure_ly\\']],
    ['sure_ly', ['100% sure_ly\\']],
    ['sure＿ly', ['100% sure_ly\\']],
    ['ly\\', ['100% sure_ly\\']],
    ['ly＼', ['100% sure_ly\\']],
    ['100%surely', []],
  ])('treats wildcards literally, also those that appear by folding: %s', async (text, expected) => {
    expect(await found(kind, text)).toEqual(expected);
  });

  it.each(['\u0301', '\u0301\u0308'])(
    'finds nothing for standalone accents, because folding leaves no text',
    async (text) => {
      expect(await found(kind, text)).toEqual([]);
    },
  );
});

it('users are found by a username and a Twitter name in any spelling', async () => {
  const usernames = async (query: string) =>
    recordsOf(await ask(service, `/v2.1/users?${query}`, { token: admin }), 'users').map(({ username }) => username);
  expect(await usernames('username=REFUSER')).toEqual(['Refuser', 'réfuser']);
  expect(await usernames(`username=${encodeURIComponent('Réfuser')}`)).toEqual(['réfuser', 'Refuser']);
  expect(await usernames('username=refuse')).toEqual([]);
  expect(await usernames(`keyword=${encodeURIComponent('oresund')}`)).toEqual(['Refuser']);
  expect(await usernames(`keyword=${encodeURIComponent('R\nØ')}`)).toEqual([]);
  expect(await usernames(`username=${encodeURIComponent('\u0301')}`)).toEqual([]);
});
