import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execute, GraphQLInt, GraphQLList, GraphQLObjectType, GraphQLSchema, parse, type DocumentNode } from 'graphql';
import type { Context } from '../../src/core/context.js';
import { Reads } from '../../src/core/reads/reads.js';
import type { ReadScope } from '../../src/core/reads/scope.js';
import { interpretOperation } from '../../schema/execute.js';
import { pace, paced } from '../../schema/pacing.js';
import { createEvent, createTalk } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

const BUSY_MS = 3;

/** A field that blocks the event loop. */
function busy(): number {
  const until = performance.now() + BUSY_MS;
  while (performance.now() < until);
  return 1;
}

const item: GraphQLObjectType = new GraphQLObjectType({
  name: 'Item',
  fields: () => ({ n: { type: GraphQLInt, resolve: busy }, items: { type: new GraphQLList(item) } }),
});
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { items: { type: new GraphQLList(item) } } }),
});
const items = (count: number, below: object = {}) => Array.from({ length: count }, () => ({ ...below }));

const contextOf = () => ({ reads: new Reads({} as ReadScope) }) as Context;

/** The data, and the number of turns of other tasks. */
async function turnsDuring(document: DocumentNode, context: Context) {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const { data } = await interpretOperation(schema, document).run(context, {});
  isOver = true;
  return { data, turns };
}

describe('a paced operation', () => {
  const document = parse('{ items { n items { n } } }');
  // The root value of an operation is undefined, so the list has a resolver.
  Object.assign(schema.getQueryType()?.getFields()['items'] ?? {}, {
    resolve: (_source: unknown, _args: object, context: Context | undefined) => {
      const all = items(8, { items: items(3) });
      return context ? paced(context, all) : all;
    },
  });

  it('has the same data, in slices of the event loop', async () => {
    const expected = await execute({ schema, document });
    const [plain, slow] = [contextOf(), contextOf()];
    pace(slow);
    const fast = await turnsDuring(document, plain);
    expect(fast.data).toEqual(expected.data);
    expect(fast.turns).toBeLessThan(2);
    const { data, turns } = await turnsDuring(document, slow);
    expect(data).toEqual(expected.data);
    expect(turns).toBeGreaterThan(3);
  });
});

describe('a large operation of a caller', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    const event = await createEvent(pool);
    for (let n = 0; n < 20; n += 1) await createTalk(pool, event, { title: `Talk ${n}` });
  });
  afterAll(() => service.stop());

  it('has the data of a small one, in nodes and edges', async () => {
    const fields = 'id title event { id } speakers { name } tracks { id }';
    const aliases = Array.from({ length: 14 }, (_, n) => `a${n}: title`).join(' ');
    const query = (more: string) =>
      `{ event(id: 1) { talks(first: 100) { nodes { ${fields} ${more} } edges { cursor node { ${fields} } } } } }`;
    const [small, large] = [await ask(service, query('')), await ask(service, query(aliases))];
    expect(large.extensions.cost?.values).toBeGreaterThan(5_000);
    expect(large.data.event.talks.edges).toEqual(small.data.event.talks.edges);
    expect(large.data.event.talks.nodes).toEqual(
      small.data.event.talks.nodes.map((node: { title: string }) => ({
        ...node,
        ...Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`a${n}`, node.title])),
      })),
    );
  });
});
