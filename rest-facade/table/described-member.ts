import { wireName } from '../wire/errors.js';
import type { Graph } from './graph.js';
import { listOf, objectOf, orNull, type JsonSchema } from '../wire/json-schema.js';

/** A member of a response, body or query: derived from a GraphQL field, or described here. */
interface Source {
  /** Schema coordinate that provides type and description: `Talk.title`. */
  readonly field?: string;
  /** Overrides the type where v2.1 encodes it differently from GraphQL. */
  readonly schema?: JsonSchema;
  /** Replaces the GraphQL description; `further` is appended to it. */
  readonly description?: string;
  readonly further?: string;
  /** Condition under which the member is present. */
  readonly only?: string;
  /** Of inputs: overrides whether GraphQL requires it. */
  readonly required?: boolean;
}
export type Members = Readonly<Record<string, Source>>;

/** A member derived from a GraphQL field. @param further description of how v2.1 differs */
export const of = (field: string, schema?: JsonSchema, further?: string): Source => ({
  field,
  ...(schema && { schema }),
  ...(further !== undefined && { further }),
});

/** A member with its own schema and description. */
export const own = (schema: JsonSchema, description: string): Source => ({ schema, description });

const scalars: Readonly<Record<string, JsonSchema>> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  URL: { type: 'string' },
  TimeZone: { type: 'string' },
  TolerantDateTime: { type: 'string' },
  DateTime: { type: 'string', format: 'date-time' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
};

/** Maps a GraphQL type that v2.1 encodes identically to its schema. @throws Error for other types */
function schemaOf(type: string): JsonSchema {
  if (!type.endsWith('!')) return orNull(schemaOf(`${type}!`));
  const list = /^\[(.*)\]!$/.exec(type)?.[1];
  if (list !== undefined) return listOf(schemaOf(list));
  const schema = scalars[type.slice(0, -1)];
  if (!schema) throw new Error(`v2.1 has no encoding of ${type}: declare a schema for the member`);
  return schema;
}

/** Schema and description of a member. @param isInput whether it is an input, which is absent instead of null */
export function described(
  { field, schema, description, further, only: when }: Source,
  graph: Graph,
  isInput = false,
): JsonSchema {
  const found = field === undefined ? undefined : graph.find(field);
  const type = found?.type ?? '';
  const written = schema ?? schemaOf(isInput && !type.endsWith('!') ? `${type}!` : type);
  const sentences = [description ?? inWireNames(found?.description), further, when && `Only ${when}.`];
  return {
    ...written,
    ...(isInput && written['type'] === 'string' && lengthsIn(found?.description)),
    description: sentences.filter(Boolean).join(' '),
  };
}

/** Parses the length limits in a GraphQL description: `1 to 200 characters`. */
function lengthsIn(description = ''): JsonSchema {
  const [, least, most] = /(?:(\d+) to |at most )(\d+) characters/.exec(description) ?? [];
  return {
    ...(least !== undefined && { minLength: Number(least) }),
    ...(most !== undefined && { maxLength: Number(most) }),
  };
}

/** Replaces GraphQL field names in a description by their wire names. */
const inWireNames = (text?: string): string | undefined =>
  text?.replaceAll(/`([a-z]+[A-Z]\w*)`/g, (_, field: string) => `\`${wireName(field)}\``);

/** Object schema of the members of a body. */
export function objectOfInputs(members: Members, graph: Graph): JsonSchema {
  const optional = Object.entries(members).filter(([, member]) => !isRequired(member, graph));
  return objectOf(
    describedAll(members, graph, true),
    optional.map(([name]) => name),
  );
}

const describedAll = (members: Members, graph: Graph, isInput?: boolean): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, described(member, graph, isInput)]));

/** Whether the input is required: as declared by the member, otherwise by GraphQL. */
export const isRequired = ({ required, field }: Source, graph: Graph): boolean =>
  required ?? (field !== undefined && graph.find(field).type.endsWith('!'));
