import type { Member, RecordTable } from '../record/member.js';
import type { Graph } from './graph.js';
import { objectOf, type JsonSchema } from './json-schema.js';
import { described } from './member.js';

/** Schema of a record. @param optional further members, which may be absent */
export function recordSchema(
  { graphType, members }: RecordTable,
  graph: Graph,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const entries = Object.entries(members);
  const properties = entries.map(([name, member]) => [name, memberSchema(graphType, member, graph)] as const);
  const absent = entries.filter(([, { isVerbose, only }]) => isVerbose || only !== undefined).map(([name]) => name);
  return objectOf({ ...Object.fromEntries(properties), ...optional }, [...absent, ...Object.keys(optional)]);
}

function memberSchema(
  type: string,
  { documentation, isVerbose, only }: Member<never, never>,
  graph: Graph,
): JsonSchema {
  const { describedBy, note, ...own } = documentation;
  const when = [only, isVerbose && 'with `verbose=yes`'].filter(Boolean).join(', ');
  return described(
    {
      ...own,
      ...(describedBy !== undefined && { field: coordinateOf(type, describedBy, graph) }),
      ...(note !== undefined && { further: note }),
      ...(when && { only: when }),
    },
    graph,
  );
}

/** The coordinate of the last field of a path: `Ratings.average` of `ratings.average` in `Talk`. */
export function coordinateOf(type: string, path: string, graph: Graph): string {
  const [field = '', ...rest] = path.split('.');
  const coordinate = `${type}.${field}`;
  return rest.length === 0
    ? coordinate
    : coordinateOf(graph.find(coordinate).type.replaceAll(/[[\]!]/g, ''), rest.join('.'), graph);
}
