import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSchema, getNamedType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { GraphQLArgument, GraphQLField, GraphQLInputType } from 'graphql';
import { ask } from '../graphql/ask.js';
import { createApplication, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { createClient } from '../support/sign-in.js';

/** Third-party applications may not manage accounts (decisions no. 17), even in the name of an administrator. */

const schema = buildSchema(readFileSync(join(process.cwd(), 'schema/schema.graphql'), 'utf8'));
const fieldsOf = (type: ReturnType<typeof schema.getQueryType>) => Object.values(type?.getFields() ?? {});

/** Every mutation of the scope `account`, and every query of records that only this scope shows. */
const mutations = fieldsOf(schema.getMutationType()).filter(({ description }) =>
  description?.includes('FORBIDDEN without the scope `account`'),
);
const ofAccounts = /^(Application|AccessToken|Grant)(Connection)?$/;
const queries = fieldsOf(schema.getQueryType()).filter(({ type }) => ofAccounts.test(getNamedType(type).name));

let service: TestService;
let application: string;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const admin = await createUser(pool, { username: 'admin', is_admin: true });
  await createUser(pool, { is_admin: true });
  application = (await createClient(pool, { name: 'Own', user_id: admin })).id;
  for (const [name, is_first_party] of [['website', true] as const, ['elsewhere', false] as const])
    tokens[name] = await createToken(pool, admin, {
      application_id: await createApplication(pool, { is_first_party }),
    });
});
afterAll(() => service.stop());

/** A literal of a type that the schema accepts. */
function literalOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) return `{ ${argumentsOf(Object.values(type.getFields()))} }`;
  return { ID: '"1"', Boolean: 'false', Int: '1' }[type.name] ?? '"x"';
}
const argumentsOf = (args: readonly Pick<GraphQLArgument, 'name' | 'type'>[]): string =>
  args
    .filter(({ type }) => isNonNullType(type))
    .map(({ name, type }) => `${name}: ${literalOf(type)}`)
    .join(', ');

async function refusal(operation: 'query' | 'mutation', { name, args }: GraphQLField<unknown, unknown>, by: string) {
  const given = argumentsOf(args);
  const text = `${operation} { ${name}${given && `(${given})`} { __typename } }`;
  const { errors } = await ask(service, text, { token: tokens[by] });
  return errors.map(({ extensions: { code, problems } }) => `${code} ${problems[0]?.reason}`).join();
}

describe('A token of a third-party application', () => {
  it.each(mutations.map((field) => [field.name, field] as const))('may not %s', async (_, field) => {
    expect(await refusal('mutation', field, 'elsewhere')).toBe('FORBIDDEN FIRST_PARTY_ONLY');
  });

  it.each(queries.map((field) => [field.name, field] as const))('may not read %s', async (_, field) => {
    expect(await refusal('query', field, 'elsewhere')).toBe('FORBIDDEN FIRST_PARTY_ONLY');
    expect(await refusal('query', field, 'website')).toBe('');
  });

  it('reaches no application by another path', async () => {
    const text = `query ($id: ID!) { node(nodeId: $id) { ... on Application { consumerKey consumerSecret } } }`;
    const id = Buffer.from(`Application:${application}`).toString('base64url');
    const [own, other] = await Promise.all(
      ['website', 'elsewhere'].map((by) => ask(service, text, { variables: { id }, token: tokens[by] })),
    );
    expect(own?.data).toEqual({ node: { consumerKey: expect.any(String), consumerSecret: expect.any(String) } });
    expect(other?.data).toEqual({ node: null });
  });

  it('is tried with every mutation and query of this kind', () => {
    expect(mutations.length).toBeGreaterThanOrEqual(16);
    expect(queries.length).toBeGreaterThanOrEqual(4);
  });
});
