import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildClientSchema, getIntrospectionQuery, getOperationAST, parse, type IntrospectionQuery } from 'graphql';
import { createSchema } from '../../schema/index.js';
import { createIntrospectionCost } from '../../schema/introspection-cost.js';
import { limits } from '../../schema/limits.js';
import { mergedFieldsOf } from '../../schema/merged-fields.js';
import { startService, type TestService } from '../support/service.js';
import { ask, type Answer } from './ask.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const options = [
  'descriptions',
  'specifiedByUrl',
  'directiveIsRepeatable',
  'schemaDescription',
  'inputValueDeprecation',
  'oneOf',
] as const;
/** Every combination of the options of graphql-js, some of which tools use. */
const queries = Array.from({ length: 2 ** options.length }, (_, bits) =>
  getIntrospectionQuery(Object.fromEntries(options.map((name, place) => [name, (bits & (1 << place)) !== 0]))),
);
/** From graphql-js 14 and 15, which older tools bundle. */
const legacyQuery = `query IntrospectionQuery {
  __schema { queryType { name } mutationType { name } subscriptionType { name }
    types { ...FullType } directives { name description locations args { ...InputValue } } } }
fragment FullType on __Type { kind name description
  fields(includeDeprecated: true) { name description args { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason }
  inputFields { ...InputValue } interfaces { ...TypeRef }
  enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason } possibleTypes { ...TypeRef } }
fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue }
fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
  ofType { kind name ofType { kind name ofType { kind name } } } } } } } }`;

const outcome = ({ status, errors }: Answer) => [
  status,
  errors.map(({ extensions: { code, problems } }) => [code, problems.map(({ reason }) => reason)]),
];
const answered = [200, []];
const tooCostly = [400, [['TOO_LARGE', ['TOO_COSTLY']]]];

/** Every member of every object. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members: readonly unknown[] = Object.values(value);
  return members.reduce<number>((sum, member) => sum + valuesIn(member), Array.isArray(value) ? 0 : members.length);
}

describe('anonymous introspection succeeds', () => {
  it('with the queries of graphql-js, and all combinations of options', async () => {
    const schema = await createSchema();
    const cost = createIntrospectionCost(schema);
    for (const query of queries) {
      const document = parse(query);
      const operation = getOperationAST(document)!;
      const values = cost(mergedFieldsOf(schema, document, operation), {});
      expect(values).toBeGreaterThan(1_000);
      expect(values).toBeLessThan(limits.values.anonymous);
    }
  });

  it.each([
    ['the smallest', queries[0]!],
    ['the largest', queries.at(-1)!],
    ['the default query', getIntrospectionQuery()],
  ])('over HTTP: %s', async (_, query) => {
    const answer = await ask(service, query);
    expect(outcome(answer)).toEqual(answered);
    expect(buildClientSchema(answer.data as IntrospectionQuery).getQueryType()?.name).toBe('Query');
  });

  it.each([
    ['by the query of older tools', legacyQuery],
    [
      'of each type that a page names',
      `{ ${many(30, (n) => `t${n}: __type(name: "Event") { name kind fields { name } }`)} }`,
    ],
    ['of the name of the root type, by GraphiQL and health checks', '{ __schema { queryType { name } } __typename }'],
  ])('%s', async (_, query) => {
    expect(outcome(await ask(service, query))).toEqual(answered);
  });

  it('at the cost of the returned values', async () => {
    for (const query of [
      queries[0]!,
      queries.at(-1)!,
      legacyQuery,
      '{ __type(name: "None") { name } viewer { id } }',
    ]) {
      const { data, extensions } = await ask(service, query);
      const unread = query.includes('viewer') ? 1 : 0;
      expect(extensions.cost?.values).toBe(valuesIn(data) + unread);
    }
  });

  it('and costs nothing if a directive skips it', async () => {
    const query = 'query ($all: Boolean!) { __schema { types @include(if: $all) { name } } }';
    const cost = async (all: boolean) => (await ask(service, query, { variables: { all } })).extensions.cost?.values;
    expect(await cost(false)).toBe(1);
    expect(await cost(true)).toBeGreaterThan(100);
  });
});

function many(count: number, part: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => part(n)).join(' ');
}

describe('introspection cannot be amplified', () => {
  const fragments = legacyQuery.slice(legacyQuery.indexOf('fragment'));
  const types = '{ types { ...FullType } }';

  it.each([
    [
      'by aliases of the schema',
      `{ ${many(36, (n) => `a${n}: __schema { ...S }`)} } fragment S on __Schema { types { name description fields { name description type { name } } } }`,
    ],
    ['by three of them', `{ ${many(3, (n) => `a${n}: __schema ${types}`)} } ${fragments}`],
    ['by aliases of its lists', `{ __schema { ${many(15, (n) => `a${n}: types { ...FullType }`)} } } ${fragments}`],
    ['by aliases of a type', `{ ${many(50, (n) => `a${n}: __type(name: "Mutation") { ...FullType }`)} } ${fragments}`],
    [
      'by aliases of the fields of a type',
      `{ __schema { types { fields { ${many(15, (n) => `a${n}: type { ...TypeRef }`)} } } } } ${fragments.slice(fragments.indexOf('fragment TypeRef'))}`,
    ],
  ])('%s', async (_, query) => {
    service.takeStatements();
    expect(outcome(await ask(service, query))).toEqual(tooCostly);
    expect(service.takeStatements()).toEqual([]);
  });
});
