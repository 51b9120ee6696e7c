import { getArgumentValues, isObjectType, type FieldNode, type GraphQLResolveInfo } from 'graphql';
import type { Context } from '../src/core/context.js';
import type { FieldRows, ReadAhead } from './fields.js';
import { includedFields } from './selection.js';

/** The fields that can be read before their record, by type and name. */
const fieldsByType = new Map<string, Map<string, ReadAhead>>();

/** Adds the fields of a table to those of its type. */
export function addReadAhead(type: string, rows: FieldRows): void {
  const fields = fieldsByType.get(type) ?? new Map<string, ReadAhead>();
  for (const [name, { ahead }] of Object.entries(rows)) if (ahead) fields.set(name, ahead);
  fieldsByType.set(type, fields);
}

/**
 * Starts to read the selected fields of a record together with the record, so that they share a round trip. The loaders
 * keep the results for the resolvers of the fields. If the record does not exist or is not visible, its fields are not
 * resolved, and the results are dropped.
 */
export function readAhead(type: string, id: string, context: Context, info: GraphQLResolveInfo): void {
  const fields = fieldsByType.get(type);
  if (!fields) return;
  for (const field of includedFields(info)) {
    const read = fields.get(field.name.value);
    if (read) start(() => read(id, context, argumentsOf(type, field, info), { ...info, fieldNodes: [field] }));
  }
}

/** Ignores failures: the resolver of the field repeats the call, and reports them. */
function start(read: () => Promise<unknown>): void {
  (async () => read())().catch(() => undefined);
}

/** Coerced to the types that the row of the field declares. */
function argumentsOf(type: string, field: FieldNode, { schema, variableValues }: GraphQLResolveInfo): never {
  const owner = schema.getType(type);
  const definition = isObjectType(owner) ? owner.getFields()[field.name.value] : undefined;
  return (definition ? getArgumentValues(definition, field, variableValues) : {}) as never;
}
