import { isObjectType, type GraphQLSchema } from 'graphql';
import { InterfaceType, ObjectType, type ClassType } from 'type-graphql';
import type { Context } from '../src/core/context.js';
import type { Reads } from '../src/core/reads/reads.js';
import {
  addType,
  declareFields,
  field,
  nullable,
  typeNamed,
  type FieldRow,
  type FieldRows,
  type Resolve,
} from './fields.js';
import { nodeInterface, nodeOf } from './node.js';
import { addReadAhead } from './read-ahead.js';
import type { SelectionInfo } from './selection.js';

/** The functions that determine the type of a record, by interface. */
const typeResolvers = new Map<string, (record: object) => string>();

/** The resolvers of all tables, by type. */
const resolvers = new Map<string, Readonly<Record<string, Resolve>>>();

/**
 * Creates an object type from the table of its fields. A type with an ID is a node.
 *
 * @param interfaces names of interfaces, whose fields it declares as well
 */
export function objectType(
  name: string,
  description: string,
  rows: FieldRows,
  interfaces: readonly string[] = [],
): ClassType {
  class Type {}
  const node = 'id' in rows ? nodeOf(name) : null;
  const implemented = [...(node ? [node.implements] : []), ...interfaces.map(typeNamed)];
  ObjectType(name, { simpleResolvers: true, description, implements: implemented })(Type);
  declareFields(Type, rows);
  addResolvers(name, { ...rows, ...node?.resolvers });
  addReadAhead(name, rows);
  addType(name, Type);
  return Type;
}

/**
 * Creates an interface from the table of the fields that its types have in common. They are nodes.
 *
 * @param typeOf the name of the type of a row
 */
export function interfaceType<Row extends object>(
  name: string,
  description: string,
  rows: FieldRows,
  typeOf: (row: Row) => string,
): void {
  class Type {}
  InterfaceType(name, { description, implements: nodeInterface() as ClassType, resolveType: typeOf as never })(Type);
  declareFields(Type, rows);
  addType(name, Type);
  typeResolvers.set(name, typeOf as never);
}

export function addResolvers(type: string, rows: Readonly<Record<string, { readonly resolve?: Resolve }>>): void {
  const added = Object.entries(rows).flatMap(([name, { resolve }]) => (resolve ? [[name, resolve] as const] : []));
  resolvers.set(type, { ...resolvers.get(type), ...Object.fromEntries(added) });
}

/**
 * Makes the fields call the resolvers of their rows. Resolver methods of type-graphql would cost more than most
 * resolvers themselves: it sorts, copies and validates their parameters at every call.
 */
export function attachResolvers(schema: GraphQLSchema): void {
  // type-graphql wraps `resolveType` in a promise, which compiled operations do not await.
  for (const [name, resolveType] of typeResolvers) Object.assign(schema.getType(name) ?? {}, { resolveType });
  for (const [name, resolversOfType] of resolvers) {
    const type = schema.getType(name);
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const resolve = resolversOfType[field.name];
      if (resolve) field.resolve = resolve as NonNullable<typeof field.resolve>;
    }
  }
}

/** A field whose value is computed. */
export const computed = <Row extends FieldRow, Source>(
  row: Row,
  resolve: (source: Source, context: Context, info: Parameters<Resolve>[3]) => unknown,
): Row => ({ ...row, resolve: (source: never, _: never, context, info) => resolve(source, context, info) });

/** A short list without paging, whose cost is estimated at five records. */
export const shortList: typeof computed = (row, resolve) => ({
  ...computed(row, resolve),
  complexity: ({ childComplexity }: { childComplexity: number }) => 5 * (1 + childComplexity),
});

type Loader = Parameters<Reads['load']>[0];

/** A short list that a loader returns by the ID of the record. */
export const loadedList = (row: FieldRow, loaderOf: (info: SelectionInfo) => Loader): FieldRow => ({
  ...shortList(row, ({ id }: { readonly id: string }, { reads }, info) => reads.get(loaderOf(info), id)),
  ahead: (id, { reads }, _, info) => reads.load(loaderOf(info), id),
});

const relatedBy =
  (fields: typeof field | typeof nullable) =>
  (type: string, loader: Loader, member: string, description: string): FieldRow => ({
    ...fields.record(type, description),
    complexity: 1,
    resolve: (source: never, _: never, { reads }) => {
      const id = source[member] as string | null;
      return id === null ? null : reads.get(loader, id);
    },
  });

/** The record whose ID is a member of the row. */
export const related = relatedBy(field);

/** Like {@link related}; null if the ID is null, or the loader finds no record. */
export const maybeRelated = relatedBy(nullable);
