import { orNotFound } from '../wire/envelope.js';
import { jsonOf } from '../wire/json.js';
import { listOf, named, type JsonSchema } from '../wire/json-schema.js';
import type { WireRequest } from '../wire/request.js';
import {
  pathCode,
  type Condition,
  type Documentation,
  type Member,
  type ParentOf,
  type RecordTable,
  type Viewer,
  type WireRecord,
  type Plain,
  type Shape,
  type Sometimes,
} from './member.js';

/** Converts the value of a field. The request provides settings. */
type Convert<Value> = (value: Value, request: WireRequest) => unknown;

/** Shows a GraphQL field: `of('title')`, `of('user.fullName', (name: string | null) => name ?? '')`. */
export function of<Path extends string>(path: Path, documentation?: Documentation): Member<Shape<Path, Plain>>;
export function of<Path extends string, Value>(
  path: Path,
  convert: Convert<Value>,
  documentation?: Documentation,
): Member<Shape<Path, Value>>;
export function of(
  path: string,
  second?: Documentation | Convert<never>,
  third?: Documentation,
): Member<Shape<string, never>> {
  const reads = [path];
  if (typeof second !== 'function') {
    return {
      reads,
      code: (bind) => `${bind(jsonOf)}(${pathCode(path)})`,
      plain: path,
      documentation: { describedBy: path, ...second },
    };
  }
  const code: Member<never>['code'] = (bind) => `${bind(jsonOf)}(${bind(second)}(${pathCode(path)}, request))`;
  return { reads, code, documentation: { describedBy: path, ...third } };
}

/** Shows a value that follows from several fields. */
export const from = <Path extends string, Node extends Readonly<Record<Path, unknown>>>(
  reads: readonly Path[],
  value: (node: Node, request: WireRequest) => unknown,
  documentation: { readonly schema: JsonSchema; readonly description: string },
): Member<Node> => ({ reads, code: (bind) => `${bind(jsonOf)}(${bind(value)}(node, request))`, documentation });

/** Shows a list of objects that have no table of their own. @param fields the fields to select of each */
export const items = <Path extends string, Item>(
  path: Path,
  fields: readonly (keyof Item & string)[],
  convert: Convert<readonly Item[]>,
  documentation: Documentation,
): Member<Shape<Path, readonly Item[]>> => ({
  reads: fields.map((field) => `${path}.${field}`),
  code: (bind) => `${bind(jsonOf)}(${bind(convert)}(node.${path}, request))`,
  documentation: { describedBy: path, ...documentation },
});

/** Shows a list of records. */
export const list = <Path extends string, Node>(
  path: Path,
  record: WireRecord<Node>,
): Member<Shape<Path, readonly Omit<Node, 'parent'>[]> & ParentOf<Node>> => ({
  reads: readsBelow(path, record),
  code: (bind) => `${bind(listText)}(node.${path}, ${bind(record.write)}, request, viewer, node)`,
  documentation: { describedBy: path, schema: listOf(named(record.recordName)) },
});

function listText<Node>(
  nodes: readonly Node[],
  write: (node: Node, request: WireRequest, viewer: Viewer, parent: unknown) => string,
  request: WireRequest,
  viewer: Viewer,
  parent: unknown,
): string {
  let text = '[';
  for (const node of nodes) text += `${text === '[' ? '' : ','}${write(node, request, viewer, parent)}`;
  return `${text}]`;
}

/** Shows a record in its verbose form. @param missing message of the 404 response if it is null */
export const verboseRecord = <Path extends string, Node>(
  path: Path,
  record: WireRecord<Node>,
  missing: string,
  documentation: { readonly schema: JsonSchema; readonly description: string },
): Member<Shape<Path, Node | null>> => ({
  reads: readsBelow(path, record),
  code: (bind) => {
    const found = bind((node: object | null) => orNotFound(node, missing));
    return `${bind(record.write)}(${found}(node.${path}), { ...request, verbose: true }, viewer)`;
  },
  documentation,
});

/** The paths that a record reads, below a path; what it reads of its parent is selected there. */
const readsBelow = (path: string, { members }: RecordTable): string[] =>
  Object.values(members).flatMap(({ reads, condition, isVerbose }) =>
    [...reads, ...(condition?.reads ?? [])].flatMap((read) =>
      read.startsWith('parent.') ? [] : [`${path}.${read}${isVerbose ? '?' : ''}`],
    ),
  );

/** A member of the verbose form only. */
export const verbose = <Reads>(member: Member<Reads>): Member<Reads, Sometimes<Reads>> => ({
  ...member,
  isVerbose: true,
  typeOfSelected: undefined,
});

/** A member that follows another one in the verbose form. */
export const verboseAfter = <Reads>(name: string, member: Member<Reads>): Member<Reads> => ({
  ...member,
  verboseAfter: name,
});

/**
 * An optional member.
 *
 * @param text when it is present: completes the sentence `Only …`
 * @param condition by default, that its value is not null
 */
export const only = <Reads, Conditional = unknown>(
  text: string,
  member: Member<Reads>,
  condition?: Condition<Conditional>,
): Member<Reads & Conditional> => ({ ...member, only: text, ...(condition && { condition }) });

/** A condition on a field and the viewer. */
export const when = <Path extends string, Value>(
  path: Path,
  test: (value: Value, viewer: Viewer) => boolean,
): Condition<Shape<Path, Value>> => ({
  reads: [path],
  code: (bind) => `${bind(test)}(${pathCode(path)}, viewer)`,
});

/** A condition on the viewer. */
export const forViewer = (test: (viewer: Viewer) => boolean): Condition<unknown> => ({
  reads: [],
  code: (bind) => `${bind(test)}(viewer)`,
});
