import type { GraphQLResolveInfo } from 'graphql';
import { Arg, InputType, Mutation, Query, Resolver, type ClassType } from 'type-graphql';
import { canonicalId } from '../src/core/common/visible-records.js';
import type { Context } from '../src/core/context.js';
import { domainError } from '../src/core/errors.js';
import type { Reads } from '../src/core/reads/reads.js';
import { requireScope } from '../src/core/rules.js';
import type { Scope } from '../src/core/scopes.js';
import {
  declareArguments,
  declareFields,
  field,
  nullable,
  type FieldRow,
  type FieldRows,
  type InputOf,
  type Resolve,
} from './fields.js';
import { nodeIdOf } from './node.js';
import { addResolvers, objectType } from './object-type.js';
import { readAhead } from './read-ahead.js';

type Run<Input> = (context: Context, input: Input, info: GraphQLResolveInfo) => unknown;

/** A mutation with the fields of its input and its payload. */
interface MutationRow<Input extends FieldRows> {
  readonly description: string;
  /** The scopes of which a restricted token must have one; null for mutations that require no login. */
  readonly scopes: readonly [Scope, ...Scope[]] | null;
  readonly input: Input;
  /** What the description of the input adds to `Input of …`. */
  readonly inputNote?: string;
  /** The changed records. An object, so that fields can be added later. */
  readonly payload: FieldRows;
  /** Executes the mutation and returns its payload. */
  run(...args: Parameters<Run<InputOf<Input>>>): Promise<object>;
}

/** Infers the type of the input of one row. */
export const mutation = <Input extends FieldRows>(row: MutationRow<Input>): MutationRow<Input> => row;

/** Creates the resolver of a table of mutations: `starTalk` has the types `StarTalkInput` and `StarTalkPayload`. */
export function mutations(rows: Readonly<Record<string, MutationRow<FieldRows>>>): ClassType {
  @Resolver()
  class Mutations {}
  for (const [name, row] of Object.entries(rows)) {
    const { scopes, input, payload } = row;
    const description = `${row.description}${noteOn(scopes)}`;
    const typeName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const Payload = objectType(`${typeName}Payload`, `Result of \`${name}\`.`, payload);
    // Null with an error of its own: other mutations of the operation keep their payloads.
    Mutation(() => Payload, { description, nullable: true })(Mutations.prototype, name, {});
    if (Object.keys(input).length > 0) declareInput(Mutations, name, `${typeName}Input`, row);
    const resolve: Resolve = (_, { input }: { input: never }, context, info) => {
      if (scopes) requireScope(context.viewer, ...scopes);
      return row.run(context, input, info);
    };
    addResolvers('Mutation', { [name]: { resolve } });
  }
  return Mutations;
}

const noteOn = (scopes: readonly Scope[] | null): string =>
  scopes ? ` FORBIDDEN without the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.` : '';

/** The only argument of a mutation. Some have none, because an input type requires a field. */
function declareInput(
  { prototype }: ClassType,
  name: string,
  typeName: string,
  { input, inputNote = '' }: MutationRow<FieldRows>,
): void {
  class Input {}
  InputType(typeName, { description: `Input of \`${name}\`. ${inputNote}`.trim() })(Input);
  declareFields(Input, input);
  Arg('input', () => Input, { description: 'Parameters of the mutation.' })(prototype, name, 0);
}

/** Loads the record that a mutation has changed, as the only member of its payload. */
export const changed = async (context: Context, name: 'event' | 'talk' | 'user', id: string) => ({
  [name]: await context.reads.load(name, id),
});

/** Identifies what a mutation has deleted, so that clients remove it from their caches. */
export const deletedNode = (what: string) => field.id(`The \`nodeId\` of the deleted ${what}.`);

/** @param id from the input of a mutation that has succeeded */
export const nodeIdOfDeleted = (type: string, id: string): string => nodeIdOf({ type, id: canonicalId(id) ?? id });

/** A root field with its arguments. */
export const query = <Arguments extends FieldRows>(
  row: FieldRow,
  args: Arguments,
  run: Run<InputOf<Arguments>>,
): FieldRow => ({
  ...row,
  args,
  resolve: (_, input: never, context, info) => run(context, input, info),
});

/** Creates the resolver of a table of root fields. */
export function queries(rows: FieldRows): ClassType {
  @Resolver()
  class Queries {}
  for (const [name, { type, args, description, nullable, complexity }] of Object.entries(rows)) {
    const options = { description, nullable, ...(complexity !== undefined && { complexity: complexity as number }) };
    Query(type as () => typeof String, options)(Queries.prototype, name, {});
    declareArguments(Queries.prototype, name, args);
  }
  addResolvers('Query', rows);
  return Queries;
}

/**
 * Loads a record by an ID from a request. Null without a query if the ID is not a number.
 *
 * @param load receives the canonical ID, without leading zeros
 */
export function loadById<Value>(id: string, load: (known: string) => Promise<Value>): Promise<Value | null> | null {
  const known = canonicalId(id);
  return known === null ? null : load(known);
}

type Loader = Parameters<Reads['load']>[0];

/** A root field that returns the record with an ID, or null. */
export const lookup = (
  type: string,
  loader: Loader | ((context: Context, info: GraphQLResolveInfo) => Loader),
  description: string,
): FieldRow =>
  query(
    nullable.record(type, description),
    { id: field.id('Numeric ID of the record. Any other value matches no record.') },
    (context, { id }, info) => {
      const name = typeof loader === 'string' ? loader : loader(context, info);
      return loadById(id, (known) => {
        const record = context.reads.load(name, known);
        readAhead(type, known, context, info);
        return record;
      });
    },
  );

/** @throws DomainError INVALID if the text exceeds `maxLength` characters */
export function boundedText(text: string, maxLength: number, field: string): string {
  if (text.length > maxLength) throw domainError('INVALID', 'TEXT_TOO_LONG', field, maxLength);
  return text;
}
