import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import { getIntrospectionQuery } from 'graphql';
import { ask, type Answer } from './ask.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('every error has a code of the closed union, a reason and a request ID', () => {
  it.each([
    ['text that is not GraphQL', '{ events(', {}, [400, 'INVALID', 'DOCUMENT_UNREADABLE']],
    ['a field that does not exist', '{ nothing }', {}, [400, 'INVALID', 'DOCUMENT_INVALID']],
    ['a literal of the wrong type', '{ event(id: {}) { id } }', {}, [400, 'INVALID', 'DOCUMENT_INVALID']],
    ['an invalid date', '{ events(from: "") { offset } }', {}, [200, 'INVALID', 'DATE_UNREADABLE']],
    [
      'an unknown operation name',
      'query A { __typename }',
      { operationName: 'B' },
      [400, 'INVALID', 'DOCUMENT_INVALID'],
    ],
    [
      'several operations and no name',
      'query A { __typename } query B { __typename }',
      {},
      [400, 'INVALID', 'DOCUMENT_INVALID'],
    ],
    ['a mutation, of which there are none yet', 'mutation { deleteEvent }', {}, [400, 'INVALID', 'DOCUMENT_INVALID']],
    [
      'a variable that is missing',
      'query ($id: ID!) { event(id: $id) { id } }',
      {},
      [400, 'INVALID', 'VARIABLES_INVALID'],
    ],
    [
      'a variable that is null',
      'query ($id: ID!) { event(id: $id) { id } }',
      { variables: { id: null } },
      [400, 'INVALID', 'VARIABLES_INVALID'],
    ],
    [
      'a variable of the wrong type',
      'query ($n: Int) { events(first: $n) { offset } }',
      { variables: { n: 'x' } },
      [400, 'INVALID', 'VARIABLES_INVALID'],
    ],
    [
      'a number that is too large',
      'query ($n: Int) { events(first: $n) { offset } }',
      { variables: { n: 2 ** 31 } },
      [400, 'INVALID', 'VARIABLES_INVALID'],
    ],
    [
      'a date variable that is an object',
      'query ($d: TolerantDateTime) { events(from: $d) { offset } }',
      { variables: { d: { $ne: null } } },
      [400, 'INVALID', 'VARIABLES_INVALID'],
    ],
    [
      'an invalid enum variable',
      'query ($f: EventFilter) { events(filter: $f) { offset } }',
      { variables: { f: 'hot' } },
      [400, 'INVALID', 'VARIABLES_INVALID'],
    ],
    ['a date that cannot be read', '{ events(from: "here") { offset } }', {}, [200, 'INVALID', 'DATE_UNREADABLE']],
    [
      'a title that is too long',
      `{ events(title: "${'x'.repeat(201)}") { offset } }`,
      {},
      [200, 'INVALID', 'TEXT_TOO_LONG'],
    ],
    [
      'an address of something else',
      '{ resource(uri: "/v2.1/events") { __typename } }',
      {},
      [200, 'INVALID', 'URI_UNKNOWN'],
    ],
    ['variables that are a list', '{ __typename }', { variables: [1] }, [400, 'INVALID', 'REQUEST_INVALID']],
    ['a query that is a number', 7 as unknown as string, {}, [400, 'INVALID', 'REQUEST_INVALID']],
    [
      'an unknown stored document',
      undefined as unknown as string,
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } },
      [200, 'PERSISTED_QUERY_NOT_FOUND', 'DOCUMENT_UNKNOWN'],
    ],
  ])('%s', async (_, query, more, expected) => {
    const answer = await fetch(`${service.base}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, ...more }),
    });
    const { errors = [] } = (await answer.clone().json()) as Partial<Answer>;
    for (const { extensions } of errors)
      for (const problem of extensions.problems) Reflect.deleteProperty(problem, 'field');
    expect([answer.status, errors[0]?.extensions.code, errors[0]?.extensions.problems[0]?.reason]).toEqual(expected);
    expect(errors[0]?.extensions.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('reports the invalid argument', async () => {
    const { errors } = await ask(service, '{ events(until: "here") { offset } }');
    expect(errors.map(({ extensions }) => extensions.problems)).toEqual([
      [{ reason: 'DATE_UNREADABLE', field: 'until' }],
    ]);
  });

  it('text with U+0000', async () => {
    for (const query of [
      'eventByStub(stub: $t) { id }',
      'events(title: $t) { offset }',
      'users(keyword: $t) { offset }',
      'events(tags: [$t]) { offset }',
    ]) {
      const answer = await ask(service, `query ($t: String!) { ${query} }`, { variables: { t: 'a\u0000b' } });
      expect(answer.errors.map(({ extensions }) => extensions.code)).toEqual(['INVALID']);
    }
  });
});

describe('introspection', () => {
  it('can be disabled', async () => {
    const silent = await startService({ INTROSPECTION: 'false' });
    try {
      const { status, errors } = await ask(silent, getIntrospectionQuery());
      expect([status, errors[0]?.extensions.code]).toEqual([400, 'INVALID']);
      const { errors: misspelt } = await ask(silent, '{ evnts { offset } }');
      expect(misspelt.map(({ message }) => message)).toEqual([expect.not.stringContaining('Did you mean')]);
      expect((await ask(silent, '{ __typename events { nodes { __typename } } }')).errors).toEqual([]);
    } finally {
      await silent.stop();
    }
  });
});

describe('an internal error', () => {
  it('is returned as a fixed message with a request ID, without details', async () => {
    const broken = await startService({ LOG_LEVEL: 'silent' });
    try {
      await broken.database.pool.query('drop table talk_links cascade; drop table events cascade');
      const { status, data, errors } = await ask(broken, '{ languages { totalCount } events { nodes { id } } }');
      expect([status, data]).toEqual([200, null]);
      expect(errors).toEqual([
        {
          message: 'Internal error. Operators can look it up in the logs by `requestId`.',
          locations: [{ line: 1, column: 28 }],
          path: ['events'],
          extensions: { code: 'INTERNAL', problems: [{ reason: 'UNEXPECTED' }], requestId: expect.any(String) },
        },
      ]);
      const partial = await ask(broken, '{ language(id: 1) { id } event(id: 1) { id } }');
      expect([partial.data, partial.errors.map(({ extensions }) => extensions.code)]).toEqual([
        { language: { id: '1' }, event: null },
        ['INTERNAL'],
      ]);
    } finally {
      await broken.stop();
    }
  });
});
