import { wireName } from '../errors.js';
import type { Graph } from './graph.js';
import { listOf, objectOf, orNull, type JsonSchema } from './json-schema.js';

/** A member of an answer, a body or a query: the field of the graph that it is made of, or words of its own. */
interface Source {
  /** A coordinate of the schema, which describes the member: `Talk.title`. */
  readonly field?: string;
  /** Where v2.1 writes it differently from the graph. */
  readonly schema?: JsonSchema;
  /** In place of the graph's description, or after it. */
  readonly description?: string;
  readonly further?: string;
  /** When it is there. */
  readonly only?: string;
  /** Of inputs, where v2.1 does not ask for what the graph asks for. */
  readonly required?: boolean;
}
export type Always = Source & { readonly only?: never };
type Sometimes = Source & { readonly only: string };
export type Members = Readonly<Record<string, Source>>;

/**
 * The members of what a function answers. A member that it answers and that is not declared does not compile, nor one that
 * may be missing and is declared as always there.
 */
export type MembersOf<Shape> = {
  readonly [Name in keyof Shape]-?: object extends Pick<Shape, Name> ? Always | Sometimes : Always;
};

/** A member that is made of a field of the graph. @param further what v2.1 does with it */
export const of = (field: string, schema?: JsonSchema, further?: string): Always => ({
  field,
  ...(schema && { schema }),
  ...(further !== undefined && { further }),
});

/** A member with words of its own. */
export const own = (schema: JsonSchema, description: string): Always => ({ schema, description });

/** A member that is not always there. @param when as in `there for hosts` */
export const only = (when: string, member: Always): Sometimes => ({ ...member, only: when });

/** In the verbose form alone. */
export const verbose = (member: Always): Sometimes => only('with `verbose=yes`', member);

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

/** The schema of a type that v2.1 writes as the graph does. @throws Error for other types */
function schemaOf(type: string): JsonSchema {
  if (!type.endsWith('!')) return orNull(schemaOf(`${type}!`));
  const list = /^\[(.*)\]!$/.exec(type)?.[1];
  if (list !== undefined) return listOf(schemaOf(list));
  const schema = scalars[type.slice(0, -1)];
  if (!schema) throw new Error(`v2.1 writes no ${type}: give the member a schema`);
  return schema;
}

/** A member as a schema with its description. @param isInput one that is absent where the graph would have null */
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

/** What the graph's descriptions tell of the length of a text: `1 to 200 characters`. */
function lengthsIn(description = ''): JsonSchema {
  const [, least, most] = /(?:(\d+) to |at most )(\d+) characters/.exec(description) ?? [];
  return {
    ...(least !== undefined && { minLength: Number(least) }),
    ...(most !== undefined && { maxLength: Number(most) }),
  };
}

/** The graph's descriptions call its fields by their own names. */
const inWireNames = (text?: string): string | undefined =>
  text?.replaceAll(/`([a-z]+[A-Z]\w*)`/g, (_, field: string) => `\`${wireName(field)}\``);

/** The members of an answer as an object. */
export function objectOfMembers(members: Members, graph: Graph): JsonSchema {
  const optional = Object.keys(members).filter((name) => members[name]?.only !== undefined);
  return objectOf(describedAll(members, graph), optional);
}

/** The members of a body as an object. */
export function objectOfInputs(members: Members, graph: Graph): JsonSchema {
  const optional = Object.entries(members).filter(([, member]) => !isRequired(member, graph));
  return objectOf(
    describedAll(members, graph, true),
    optional.map(([name]) => name),
  );
}

const describedAll = (members: Members, graph: Graph, isInput?: boolean): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, described(member, graph, isInput)]));

/** Whether something is refused without this input: the graph says so, unless the member does. */
export const isRequired = ({ required, field }: Source, graph: Graph): boolean =>
  required ?? (field !== undefined && graph.find(field).type.endsWith('!'));
