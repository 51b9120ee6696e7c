import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql';
import { readFile } from 'node:fs/promises';
import { errorCodes, reasons } from '../../src/core/errors.js';
import { hostile, randomJson, randomNumbers } from '../rest/hostile-values.js';
import { startHostileWorld, type HostileWorld } from '../rest/hostile-world.js';
import { ask, type Answer } from './ask.js';

let world: HostileWorld;
let mutations: readonly GraphQLField<unknown, unknown>[];
beforeAll(async () => {
  world = await startHostileWorld();
  const schema = buildSchema(await readFile('schema/schema.graphql', 'utf8'));
  mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
});
afterAll(() => world.service.stop());

const EACH = 25;

/** A hostile value of the type; sometimes one of another type, or none. */
function valueOf(type: GraphQLInputType, random: () => number): unknown {
  if (random() < 0.03) return randomJson(random);
  if (isNonNullType(type)) return valueOf(type.ofType, random);
  if (random() < 0.1) return null;
  if (isListType(type)) return Array.from({ length: Math.floor(random() * 3) }, () => valueOf(type.ofType, random));
  if (isEnumType(type)) return type.getValues()[Math.floor(random() * type.getValues().length)]?.name;
  if (isInputObjectType(type)) {
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type) || random() < 0.6)
        .map((field) => [field.name, valueOf(field.type, random)]),
    );
  }
  const fitting: Readonly<Record<string, () => unknown>> = {
    ID: () => (random() < 0.7 ? String(1 + Math.floor(random() * 3)) : hostileText(random)),
    Int: () => Math.floor((random() - 0.5) * 2 ** 33),
    Float: () => (random() - 0.5) * 10 ** Math.floor(random() * 300),
    Boolean: () => random() < 0.5,
  };
  return fitting[type.name]?.() ?? (random() < 0.4 ? 'Plain text' : hostileText(random));
}

function hostileText(random: () => number): string {
  const texts = hostile.filter((value) => typeof value === 'string');
  return texts[Math.floor(random() * texts.length)] ?? '';
}

/** `{ … }` with every scalar member, or nothing for a type without members. */
function selectionOf(type: GraphQLOutputType): string {
  const bare = isNonNullType(type) ? type.ofType : type;
  return isObjectType(bare) ? '{ __typename }' : '';
}

const INSIDE =
  /\bat .+:\d+:\d+|node_modules|\bselect\b.+\bfrom\b|insert into|_fkey|MikroORM|SyntaxError|\{(?:field|limit)\}/i;

/** The problem of a response; null without one. */
function flawOf({ status, errors, data }: Answer): string | null {
  if (status >= 500) return `status ${status}`;
  if (errors.length === 0) return data === null ? 'neither data nor errors' : null;
  for (const { message, extensions } of errors) {
    const { code, problems, requestId } = extensions;
    if (code === 'INTERNAL' || code === 'UNAVAILABLE') return `${code} ${JSON.stringify(problems)}`;
    if (!(errorCodes as readonly string[]).includes(code)) return `the code ${code}`;
    if (problems.length === 0) return 'no problem';
    const strange = problems.find(({ reason }) => !(reasons as readonly string[]).includes(reason));
    if (strange) return `the reason ${strange.reason}`;
    if (typeof requestId !== 'string') return 'no request id';
    if (INSIDE.test(message)) return `the message ${message}`;
  }
  return null;
}

describe('every mutation', () => {
  it('never fails with an internal error, for any input', async () => {
    expect(mutations.length).toBeGreaterThan(40);
    const flaws: string[] = [];
    const random = randomNumbers(20261121);
    for (const { name, args, type } of mutations) {
      const variables = args.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ');
      const given = args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
      const query = `mutation (${variables}) { ${name}(${given}) ${selectionOf(type)} }`;
      const askOnce = async () => {
        const values = Object.fromEntries(args.map((argument) => [argument.name, valueOf(argument.type, random)]));
        const answer = await ask(world.service, query, { token: world.token, variables: values });
        const flaw = flawOf(answer);
        if (flaw) flaws.push(`${name} ${JSON.stringify(values).slice(0, 300)}: ${flaw}`);
      };
      // Deleting the own account would end the test for all following mutations.
      if (name === 'deleteUser' || name === 'revokeToken') continue;
      await Promise.all(Array.from({ length: EACH }, askOnce));
    }
    expect(flaws).toEqual([]);
  }, 240_000);
});
