import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const event = await make.createEvent(pool, { name: 'Shared', starts_at: new Date('2026-05-01T08:00:00Z') });
  for (const title of ['One', 'Two', 'Three']) await make.createTalk(pool, event, { title });
});
afterAll(() => service.stop());

const TIMES = [1, 2, 3, 4, 5];

/** The data of each of five requests: the first is interpreted, the others run compiled code. */
async function fiveTimes(query: string, variables: Record<string, unknown> = {}, operationName?: string) {
  const answers: unknown[] = [];
  for (const _ of TIMES) {
    const { data, errors } = await ask(service, query, { variables, ...(operationName && { operationName }) });
    answers.push(errors.length > 0 ? errors.map(({ message, path }) => ({ message, path })) : data);
  }
  return answers;
}

const always = (answer: unknown) => TIMES.map(() => answer);
const event = (fields: object) => ({ events: { nodes: [fields] } });
const [name, talkCount] = ['Shared', 3];

const cases: [string, string, [Record<string, unknown>, object][]][] = [
  [
    'a fragment that two fragments share',
    `query ($w: Boolean!) { events(first: 1) { nodes { ...A @include(if: $w) ...B } } }
     fragment A on Event { ...C tags } fragment B on Event { ...C } fragment C on Event { name talkCount }`,
    [
      [{ w: false }, event({ name, talkCount })],
      [{ w: true }, event({ name, talkCount, tags: [] })],
    ],
  ],
  [
    'a fragment at two places under opposite conditions',
    `query ($w: Boolean!) { events(first: 1) { nodes { ...A @include(if: $w) talks(first: 1) { nodes { event { ...A @skip(if: $w) } } } } } }
     fragment A on Event { name }`,
    [
      [{ w: false }, event({ talks: { nodes: [{ event: { name } }] } })],
      [{ w: true }, event({ name, talks: { nodes: [{ event: {} }] } })],
    ],
  ],
  [
    'a field that is also selected elsewhere',
    `query ($a: Boolean!, $b: Boolean!) { events(first: 1) { nodes { ... @include(if: $a) { name talks(first: 1) { nodes { title } } }
     ... @skip(if: $b) { talkCount talks(first: 1) { nodes { title } } } } } }`,
    [
      [{ a: false, b: true }, event({})],
      [{ a: true, b: false }, event({ name, talks: { nodes: [{ title: 'One' }] }, talkCount })],
      [{ a: false, b: false }, event({ talkCount, talks: { nodes: [{ title: 'One' }] } })],
    ],
  ],
  [
    '@skip and @include together',
    'query ($a: Boolean!, $b: Boolean!) { events(first: 1) { nodes { name @skip(if: $a) @include(if: $b) talkCount } } }',
    [
      [{ a: false, b: false }, event({ talkCount })],
      [{ a: false, b: true }, event({ name, talkCount })],
      [{ a: true, b: true }, event({ talkCount })],
    ],
  ],
  [
    'literal conditions',
    `{ events(first: 1) { nodes { ...A @include(if: false) ...B @include(if: true) id @skip(if: true) } } }
     fragment A on Event { ...B talkCount } fragment B on Event { name }`,
    [[{}, event({ name })]],
  ],
  [
    'default values of variables',
    `query ($a: Boolean = false, $b: Boolean! = true) { events(first: 1) { nodes { ...A @include(if: $a) ...B @include(if: $b) } } }
     fragment A on Event { ...B talkCount } fragment B on Event { name }`,
    [
      [{}, event({ name })],
      [{ a: true }, event({ name, talkCount })],
      [{ b: false }, event({})],
      [{ a: true, b: false }, event({ name, talkCount })],
    ],
  ],
  [
    'no selection that remains',
    'query ($a: Boolean!) { ...A @skip(if: $a) events(first: 1) @include(if: $a) { nodes @skip(if: $a) { id } } } fragment A on Query { languages(first: 1) @include(if: $a) { totalCount } }',
    [
      [{ a: true }, { events: {} }],
      [{ a: false }, {}],
    ],
  ],
];

describe('five requests have five equal responses', () => {
  it.each(cases)('with %s', async (_, query, outcomes) => {
    for (const [variables, expected] of outcomes) expect(await fiveTimes(query, variables)).toEqual(always(expected));
    // Whatever ran between them.
    for (const [variables, expected] of outcomes) expect(await fiveTimes(query, variables)).toEqual(always(expected));
  });

  it.each([
    ['is missing', '$v: Boolean!', {}],
    ['is null', '$v: Boolean!', { v: null }],
    ['is a text', '$v: Boolean!', { v: 'true' }],
    ['is null and has a default value', '$v: Boolean! = true', { v: null }],
    ['is null, has a default value and may be null', '$v: Boolean = true', { v: null }],
  ])('if the variable of a condition %s', async (_, declared, variables) => {
    const query = `query (${declared}) { events(first: 1) { nodes { name @include(if: $v) } } }`;
    await fiveTimes(query, { v: true });
    const [first, ...others] = await fiveTimes(query, variables);
    expect(first).toEqual([expect.objectContaining({ message: expect.any(String) })]);
    expect(others).toEqual(others.map(() => first));
  });

  it('with several operations, of which only one has the variable of a condition', async () => {
    const query = `query A($x: Boolean!) { ...F } query B { events(first: 1) { nodes { ...G } } }
     query C($y: Boolean!) { events(first: 1) { nodes { ...G id @skip(if: $y) } } }
     fragment F on Query { events(first: 1) { nodes { ...G talkCount @include(if: $x) } } }
     fragment G on Event { name }`;
    expect(await fiveTimes(query, {}, 'B')).toEqual(always(event({ name })));
    expect(await fiveTimes(query, { y: true }, 'C')).toEqual(always(event({ name })));
    expect(await fiveTimes(query, { x: true }, 'A')).toEqual(always(event({ name, talkCount })));
    expect(await fiveTimes(query, { x: false }, 'A')).toEqual(always(event({ name })));
    expect(await fiveTimes(query, { x: 'unused' }, 'B')).toEqual(always(event({ name })));
  });

  it('with several operations that have one variable, which is a condition of another one only', async () => {
    const query = `query A($x: Boolean!) { events(first: 1) { nodes { ...F } } } fragment F on Event { name @include(if: $x) }
     query B($x: Int) { events(first: $x) { nodes { name } } }`;
    expect(await fiveTimes(query, { x: 1 }, 'B')).toEqual(always(event({ name })));
    expect(await fiveTimes(query, { x: true }, 'A')).toEqual(always(event({ name })));
  });

  it('with more variables than combinations are compiled for', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const fields = ['id', 'name', 'slug', 'talkCount', 'trackCount'];
    const conditions = fields.map((field, n) => `${field} @include(if: $${names[n]})`);
    const query = `query (${names.map((one) => `$${one}: Boolean!`).join(' ')}) { events(first: 1) { nodes { ${conditions.join(' ')} } } }`;
    for (let round = 0; round < 2; round += 1) {
      for (let bits = 0; bits < 32; bits += 1) {
        const given = Object.fromEntries(names.map((one, n) => [one, ((bits >> n) & 1) === 1]));
        const { data } = await ask(service, query, { variables: given });
        const selected = fields.filter((_, n) => ((bits >> n) & 1) === 1);
        expect(Object.keys((data as { events: { nodes: [object] } }).events.nodes[0])).toEqual(selected);
      }
    }
  });

  it.each([
    '{ b_a: events(first: 1) { totalCount } a: events(first: 1) { b: nodes { id } } }',
    '{ a: events(first: 1) { b: nodes { id } } b_a: events(first: 1) { totalCount } }',
    '{ c_a: events(first: 1) { b: nodes { talks(first: 1) { totalCount } } } a: events(first: 1) { b_c: nodes { id } } }',
    '{ x: events(first: 1) { a: nodes { c_b: talks(first: 1) { totalCount } b_a: talks(first: 1) { c: nodes { id } } } } }',
  ])('with names that are equal once they are joined: %s', async (query) => {
    const [first, ...others] = await fiveTimes(query);
    expect(JSON.stringify(first)).toMatch(/"totalCount":[13]/);
    expect(others).toEqual(others.map(() => first));
  });
});

describe('default values of variables count as values', () => {
  const cost = async (query: string) => (await ask(service, query)).extensions.cost;

  it.each([
    ['query ($n: String! = "Event") { __type(name: $n) { name } }', '{ __type(name: "Event") { name } }'],
    [
      'query ($all: Boolean = true) { __schema { types @include(if: $all) { name } } }',
      '{ __schema { types { name } } }',
    ],
    ['query ($n: Int! = 7) { events(first: $n) { nodes { id } } }', '{ events(first: 7) { nodes { id } } }'],
  ])('in the cost of %s', async (query, literal) => {
    expect(await cost(query)).toEqual(await cost(literal));
    expect(await cost(query)).toBeDefined();
  });

  it('in the cost of a search that scans a table', async () => {
    await service.database.pool.query("update pg_class set reltuples = 200000 where oid = 'talks'::regclass");
    const scan = await cost('{ talks(title: "xx") { totalCount } }');
    expect(scan?.rows).toBeGreaterThan(1_000);
    expect(await cost('query ($title: String = "xx") { talks(title: $title) { totalCount } }')).toEqual(scan);
  });
});
