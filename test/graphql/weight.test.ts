import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execute as interpret, parse } from 'graphql';
import { createSchema } from '../../schema/index.js';
import { createCompiledOperations } from '../../schema/execute.js';
import type { Context } from '../../src/core/context.js';
import { createEvent, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, n) => `${field.slice(0, 2)}${n}:${field}`).join(' ');
/** Events and talks. */
const FIELDS = ['id', 'description', 'slug', '__typename'];

describe('the maximum weight of a response', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
    await createEvent(service.database.pool);
  });
  afterAll(() => service.stop());

  it.each([
    [
      'many values of many records',
      `{events(first:100){nodes{talks(first:20){nodes{${FIELDS.map((field) => aliases(15, field)).join(' ')}}}}}}`,
    ],
    ['the same list over and over', `{${aliases(50, 'events(first:100){nodes{id} totalCount}')}}`],
    [
      'hundreds of fields by fragments',
      `{${aliases(14, 'event(id:1){...F}')}} fragment F on Event{${FIELDS.map((field) => aliases(15, field)).join(' ')}}`,
    ],
  ])('is limited: %s', async (_, query) => {
    const { status, errors } = await ask(service, query);
    expect([status, errors.map(({ extensions }) => extensions.problems)]).toEqual([400, [[{ reason: 'TOO_COSTLY' }]]]);
  });

  it('allows whole pages', async () => {
    const page = `{events(first:100){nodes{${aliases(15, 'name')} talks(first:20){nodes{id title startDate}}}}}`;
    expect((await ask(service, page)).errors).toEqual([]);
  });

  it('includes empty pages', async () => {
    const { extensions } = await ask(service, '{a:events(first:0){totalCount} b:events(first:0){totalCount}}');
    expect(extensions.cost?.rows).toBe(2);
  });

  it('is higher for users', async () => {
    const token = await createToken(service.database.pool, await createUser(service.database.pool));
    const query = `{events(first:100){nodes{talks(first:40){nodes{${aliases(15, 'title')} ${aliases(15, 'slug')}}}}}}`;
    const codes = await Promise.all(
      [undefined, token].map(async (who) =>
        (await ask(service, query, { token: who })).errors.map((e) => e.extensions.code),
      ),
    );
    expect(codes).toEqual([['TOO_LARGE'], []]);
  });

  it.each([
    ['51 tags', Array.from({ length: 51 }, (_, n) => `t${n}`), 'TOO_MANY_TAGS', 50],
    ['a tag of 201 characters', ['x'.repeat(201)], 'TEXT_TOO_LONG', 200],
  ])('rejects a search for %s', async (_, tags, reason, limit) => {
    const query = 'query ($tags: [String!]) { events(tags: $tags) { totalCount } }';
    const { errors } = await ask(service, query, { variables: { tags } });
    const [problem] = errors[0]?.extensions.problems ?? [];
    expect(problem).toMatchObject({ reason, limit });
  });
});

describe('the cache of compiled operations', () => {
  it('compiles a repeated document, with the same results', async () => {
    const schema = await createSchema();
    const runnable = createCompiledOperations(schema);
    const document = parse('{ __schema { queryType { name } } }');
    const [first, second, third] = [runnable(document), runnable(document), runnable(document)];
    expect([first === second, second === third]).toEqual([false, true]);
    const context = {} as Context;
    const expected = await interpret({ schema, document });
    expect([await first.run(context, {}), await second.run(context, {})]).toEqual([expected, expected]);
  });

  it('compiles each combination of the values of conditions at its second request', async () => {
    const runnable = createCompiledOperations(await createSchema(), Infinity);
    const document = parse('query ($a: Boolean! = true) { __typename @include(if: $a) }');
    const first = runnable(document, undefined, { a: false });
    const second = runnable(document, undefined, { a: false });
    expect(first).not.toBe(second);
    expect(runnable(document, undefined, { a: false })).toBe(second);
    expect(runnable(document)).not.toBe(second);
    expect(runnable(document, undefined, { a: true })).toBe(runnable(document));
    expect(runnable(document)).not.toBe(second);
  });

  it('evicts the least recently used one', async () => {
    const runnable = createCompiledOperations(await createSchema(), Infinity);
    const documents = Array.from({ length: 30 }, (_, n) => parse(`{ ${aliases(500, `event(id: ${n}) { id }`)} }`));
    const early = documents[0]!;
    const compiled = [runnable(early), runnable(early)][1];
    for (const document of documents) runnable(document);
    expect(runnable(early)).toBe(compiled);
    for (const document of documents.slice(1)) runnable(document);
    expect(runnable(early)).not.toBe(compiled);
  });

  it('limits the time spent on compilation', async () => {
    const runnable = createCompiledOperations(await createSchema(), 1e-9);
    const [first, second] = [1, 2].map((id) => parse(`{ event(id: ${id}) { id } }`));
    for (const document of [first!, second!]) runnable(document);
    expect(runnable(first!)).toBe(runnable(first!));
    expect(runnable(second!)).not.toBe(runnable(second!));
  });
});
