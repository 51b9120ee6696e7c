import {
  execute,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type OperationDefinitionNode,
} from 'graphql';
import { compileOperation } from '../../schema/execute.js';
import type { Context } from '../../src/core/context.js';
import { ARGUMENTS, CONDITIONS, RandomDocument, randomFrom, type Random } from './random-document.js';
import { world } from './world.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Every combination of values of the conditions that the operation declares, and one without those that have a default,
 * each with some values of the arguments.
 */
function combinationsOf(operation: OperationDefinitionNode, random: Random): Values[] {
  const names = operation.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
  const conditions = names.filter((name) => Object.hasOwn(CONDITIONS, name));
  const combinations = conditions.reduce<Values[]>(
    (all, name) => all.flatMap((values) => [true, false].map((value) => ({ ...values, [name]: value }))),
    [{}],
  );
  combinations.push(conditions.includes('a') ? { a: true } : {});
  return combinations.map((values) => ({
    ...values,
    ...Object.fromEntries(names.flatMap((name) => givenTo(name, random))),
  }));
}

/** One of the values of the variable, or none. */
function givenTo(name: string, random: Random): [string, unknown][] {
  const { values = [] } = ARGUMENTS[name] ?? {};
  const at = random(values.length + 1);
  return at < values.length ? [[name, values[at]]] : [];
}

/** The first valid document. */
function documentFrom(random: Random): { readonly text: string; readonly document: DocumentNode } {
  for (;;) {
    const text = new RandomDocument(world, random).text();
    const document = parse(text);
    if (validate(world, document).length === 0) return { text, document };
  }
}

/** Compiled code repeats the name of a merged field in the message of this error, which clients see as INTERNAL. */
const plain = (message: string): string => message.replace(/\.\((\w+)(?:,\1)+\)\.$/, '.$1.');

/** An error; only its position if a field above it became null: any of the errors below may be the one that is reported. */
function explained(data: unknown, { message, path = [], locations }: GraphQLError): string {
  let value = data;
  for (const [depth, key] of path.entries()) {
    if (value === null || value === undefined) return JSON.stringify(path.slice(0, depth));
    value = (value as Readonly<Record<string | number, unknown>>)[key];
  }
  return JSON.stringify({ message: plain(message), path, locations });
}

/** Data and errors for comparison; the data as text, because the order of fields counts. */
const shown = ({ data, errors = [] }: ExecutionResult) => ({
  data: JSON.stringify(data),
  errors: [...new Set(errors.map((error) => explained(data, error)))].sort(),
});

/** The first combination of values for which compiled code answers unlike graphql-js; null if there is none. */
async function differenceOf(document: DocumentNode, operation: OperationDefinitionNode, random: Random) {
  const operationName = operation.name?.value;
  const compiled = compileOperation(world, document, operationName);
  const contextValue = {} as Context;
  for (const variableValues of combinationsOf(operation, random)) {
    const expected = shown(
      await execute({ schema: world, document, operationName: operationName ?? null, contextValue, variableValues }),
    );
    const actual = shown(await compiled.run(contextValue, variableValues));
    if (JSON.stringify(expected) !== JSON.stringify(actual)) return { operationName, variableValues, expected, actual };
  }
  return null;
}

/** Compares the documents of these seeds, and returns the first difference, with its document. */
export async function firstDifference(from: number, count: number) {
  for (let seed = from; seed < from + count; seed += 1) {
    const random = randomFrom(seed);
    const { text, document } = documentFrom(random);
    for (const definition of document.definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      const difference = await differenceOf(document, definition, random);
      if (difference) return { seed, text, ...difference };
    }
  }
  return null;
}
