import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, type Answer } from './ask.js';

/** Its last word is no part of a request ID, which is random. */
const SECRET = 'hunter2 is 4711-x';

let service: TestService;
let talk: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  talk = await make.createTalk(pool, await make.createEvent(pool));
});
afterAll(() => service.stop());

const REGISTER = 'mutation ($input: RegisterInput!) { register(input: $input) { user { id } } }';
const register = (input: unknown) => [REGISTER, { input }] as const;
const input = { email: 'a@example.org', fullName: 'A', username: 'b', password: SECRET };

describe('No message repeats a value of the request', () => {
  it.each<[string, readonly [string, object], string]>([
    [
      'a member of another type',
      register({ ...input, password: [SECRET] }),
      'Variable "$input" has an invalid value at "input.password": Expected type "String".',
    ],
    [
      'a member of another object type',
      register({ ...input, password: { text: SECRET } }),
      'Variable "$input" has an invalid value at "input.password": Expected type "String".',
    ],
    [
      'a text',
      register(SECRET),
      'Variable "$input" has an invalid value: Expected type "RegisterInput" to be an object.',
    ],
    [
      'an additional member',
      register({ ...input, more: SECRET }),
      'Variable "$input" has an invalid value: Field "more" is not defined by type "RegisterInput".',
    ],
    [
      'a missing member',
      register({ ...input, username: undefined }),
      'Variable "$input" has an invalid value: Field "username" of required type "String!" was not provided.',
    ],
    [
      'a null',
      register({ ...input, username: null }),
      'Variable "$input" has an invalid value at "input.username": Expected non-nullable type "String!" not to be null.',
    ],
    ['an absent variable', [REGISTER, {}], 'Variable "$input" of required type "RegisterInput!" was not provided.'],
    [
      'an enum',
      ['query ($f: EventFilter) { events(filter: $f) { offset } }', { f: SECRET }],
      'Variable "$f" has an invalid value: Expected type "EventFilter".',
    ],
    [
      'a number',
      ['query ($n: Int) { events(first: $n) { offset } }', { n: SECRET }],
      'Variable "$n" has an invalid value: Expected type "Int".',
    ],
    [
      'a list',
      ['query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }', { ids: ['1', { SECRET }] }],
      'Variable "$ids" has an invalid value at "ids[1]": Expected type "ID".',
    ],
    [
      'a long text',
      ['query ($n: Int) { events(first: $n) { offset } }', { n: SECRET.repeat(1_000) }],
      'Variable "$n" has an invalid value: Expected type "Int".',
    ],
    ['a literal', [`{ events(first: "${SECRET}") { offset } }`, {}], 'Int cannot represent non-integer value.'],
    [
      'a literal object',
      [
        `mutation { register(input: { email: "a", fullName: "b", username: "c", password: { text: "${SECRET}" } }) { __typename } }`,
        {},
      ],
      'String cannot represent a non string value.',
    ],
    ['a malformed document', [`{ events(first "${SECRET}") }`, {}], 'Syntax Error: Expected ":", found String.'],
  ])('%s', async (_, [query, variables], message) => {
    const { errors } = await ask(service, query, { variables: { ...variables } });
    expect(errors[0]?.message).toBe(message);
    expect(JSON.stringify(errors)).not.toMatch(/hunter2|4711-x/);
  });

  it('a stored operation', async () => {
    const variables = encodeURIComponent(JSON.stringify({ id: [SECRET], verbose: true }));
    const response = await fetch(`${service.base}/graphql?operation=TalkRecord&variables=${variables}`);
    expect([response.status, ((await response.json()) as Answer).errors.map(({ message }) => message)]).toEqual([
      400,
      ['Variable "$id" has an invalid value: Expected type "ID".'],
    ]);
  });
});

describe('An empty parameter is absent', () => {
  const query = 'query Title($id: ID) { talk(id: $id) { id } }'.replace('ID)', 'ID! = "0")');
  const data = { talk: { id: '' } };

  it.each(['operationName=', 'variables=', 'extensions=', 'variables=null', 'documentId=', 'operation='])(
    'in a query string: %s',
    async (empty) => {
      const text = `query=${encodeURIComponent(query.replace('"0"', `"${talk}"`))}`;
      for (const search of [`${text}&${empty}`, `${empty}&${text}`]) {
        const response = await fetch(`${service.base}/graphql?${search}`);
        expect([response.status, ((await response.json()) as Answer).data]).toEqual([
          200,
          { talk: { ...data.talk, id: talk } },
        ]);
      }
    },
  );

  it.each([
    { operationName: '' },
    { variables: '' },
    { extensions: '' },
    { documentId: '' },
    { operationName: null, variables: null, extensions: null, documentId: null },
    { operationName: '', variables: '', extensions: '' },
  ])('in a body: %j', async (empty) => {
    for (let turn = 0; turn < 3; turn += 1) {
      const response = await fetch(`${service.base}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: query.replace('"0"', `"${talk}"`), ...empty }),
      });
      expect([response.status, ((await response.json()) as Answer).data]).toEqual([200, { talk: { id: talk } }]);
    }
  });

  it.each(['operationName=&variables=&extensions=', 'variables=null'])(
    'in the request for a stream: %s',
    async (empty) => {
      const text = encodeURIComponent(query.replace('"0"', `"${talk}"`));
      const response = await fetch(`${service.base}/graphql?query=${text}&${empty}`, {
        headers: { Accept: 'text/event-stream' },
      });
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(`"id":"${talk}"`)]);
    },
  );
});
