import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql';
import type { Data } from '../graphql/ask.js';
import { graphSchema } from '../fuzz/graph-schema.js';

/** Executes a query that must not fail. */
export type AskGraph = (query: string) => Promise<Data>;

/** A value for an argument: by `field.argument`, or else by the name of the argument. */
type Sample = string | boolean | readonly string[];
export type Samples = Readonly<Record<string, Sample>>;

/** A GraphQL type, and a path to one of its records. */
interface Place {
  readonly type: GraphQLObjectType;
  readonly around: (selection: string) => string;
}

type Field = GraphQLField<unknown, unknown>;

const PAGING = ['after', 'before', 'first', 'last', 'limit', 'offset'];
// At large offsets some lists are located by counting.
const pages = ['', 'first: 2', 'last: 2', 'offset: 1, limit: 2', 'offset: 1001, limit: 2'];

/** A page of changes costs 1 000 rows, and the lists of its events are within it: twenty exceed the limit of an operation. */
const boundOf: Readonly<Record<string, string>> = { changes: 'first: 10' };

/** Selects every field of the schema, with each of its arguments, and every way of paging. */
export async function askEveryField(ask: AskGraph, samples: Samples): Promise<void> {
  const query = graphSchema.getQueryType();
  if (!query) throw new Error('The schema has no queries');
  const places: Place[] = [{ type: query, around: (selection) => `{ ${selection} }` }];
  const known = new Set<GraphQLNamedType>([query]);
  for (const { type, around } of places) {
    for (const field of Object.values(type.getFields())) {
      const target = recordOf(field);
      const call = (given: string) => around(`${field.name}${given && `(${given})`} ${selectionOf(field)}`);
      const needed = given(field.args.filter(isNeeded), field, samples);
      for (const narrowed of narrowings(field, samples)) {
        if (turnsPages(field)) await turnPages(ask, (page) => call(listed(needed, narrowed, page)));
        else await ask(call(listed(needed, narrowed)));
      }
      for (const below of isAbstractType(target) ? graphSchema.getPossibleTypes(target) : [target]) {
        if (!isObjectType(below) || known.has(below)) continue;
        known.add(below);
        const bounded = listed(needed, boundOf[field.name] ?? '');
        const head = `${field.name}${bounded && `(${bounded})`}`;
        const on = isAbstractType(target)
          ? (inner: string) => `... on ${below.name} { ${inner} }`
          : (inner: string) => inner;
        const within = (inner: string) => (isConnection(field) ? `nodes { ${inner} }` : on(inner));
        places.push({ type: below, around: (inner) => around(`${head} { ${within(inner)} }`) });
      }
    }
  }
}

/** Forwards and backwards, from the beginning, from an end and from within. */
async function turnPages(ask: AskGraph, call: (page: string) => string): Promise<void> {
  for (const page of pages) await ask(call(page));
  const [, cursor] = /"(?:end|start)Cursor":"([^"]+)"/.exec(JSON.stringify(await ask(call('first: 1')))) ?? [];
  for (const page of ['first: 2, after', 'last: 2, before'])
    if (cursor !== undefined) await ask(call(`${page}: "${cursor}"`));
}

const isNeeded = ({ type, defaultValue }: GraphQLArgument) => isNonNullType(type) && defaultValue === undefined;
const turnsPages = ({ args }: Field) => args.some(({ name }) => name === 'last');
const isConnection = ({ type }: Field) => getNamedType(type).name.endsWith('Connection');
const listed = (...parts: readonly string[]) => parts.filter(Boolean).join(', ');

/** The type of a field: for a connection, that of its nodes. */
function recordOf(field: Field): GraphQLNamedType {
  const type = getNamedType(field.type);
  const nodes = isObjectType(type) && isConnection(field) ? type.getFields()['nodes'] : undefined;
  return nodes ? getNamedType(nodes.type) : type;
}

function given(args: readonly GraphQLArgument[], field: Field, samples: Samples): string {
  return listed(...args.map(({ name }) => `${name}: ${JSON.stringify(sampleOf(name, field, samples))}`));
}

function sampleOf(name: string, field: Field, samples: Samples): Sample {
  const sample = samples[`${field.name}.${name}`] ?? samples[name];
  if (sample === undefined) throw new Error(`There is no sample of ${field.name}.${name}`);
  return sample;
}

/** Without filters, and with each by itself. */
function narrowings(field: Field, samples: Samples): string[] {
  const optional = field.args.filter((one) => !isNeeded(one) && !PAGING.includes(one.name));
  const each = optional.flatMap((one) => {
    const type = getNamedType(one.type);
    if (!isEnumType(type)) return [given([one], field, samples)];
    return type.getValues().map((value) => `${one.name}: ${value.name}`);
  });
  return ['', ...each];
}

/** The selection of a field, without other records. */
function selectionOf(field: Field): string {
  const type = recordOf(field);
  if (isLeafType(type)) return '';
  const leaves = leavesOf(type);
  if (!isConnection(field)) return `{ ${leaves} }`;
  const connection = getNamedType(field.type);
  const own = isObjectType(connection) ? Object.keys(connection.getFields()) : [];
  const members = own.filter((name) => !['pageInfo', 'edges', 'nodes'].includes(name)).join(' ');
  return `{ ${members} pageInfo { startCursor endCursor hasNextPage hasPreviousPage } edges { cursor node { __typename } } nodes { ${leaves} } }`;
}

function leavesOf(type: GraphQLNamedType): string {
  // Members of a union may have different types for the same name.
  if (isAbstractType(type))
    return graphSchema
      .getPossibleTypes(type)
      .map((one) => `... on ${one.name} { __typename }`)
      .join(' ');
  if (!isObjectType(type)) throw new Error(`${type.name} has no fields`);
  const parts = Object.values(type.getFields()).map((field) => {
    const below = getNamedType(field.type);
    if (isLeafType(below)) return field.name;
    const isRecord = isConnection(field) || !isObjectType(below) || 'id' in below.getFields();
    return isRecord ? '' : `${field.name} { ${leavesOf(below)} }`;
  });
  return parts.filter(Boolean).join(' ') || '__typename';
}
