import type { Bind, Member, WireRecord, AllOf, Members, Serialize } from './member.js';
import { JsonText } from '../wire/json.js';
import type { GraphTypes } from './graph.generated.js';

/** What a GraphQL type offers to members: its fields, and the record that contains it. */
type Offer<Type extends keyof GraphTypes> = GraphTypes[Type] & { readonly parent: { readonly id: string } };

/** What the members of a table read of the result of an operation. */
type NodeOf<Table> = AllOf<
  { [Name in keyof Table]: Table[Name] extends Member<never, infer Selected> ? Selected : never }[keyof Table]
>;

/**
 * Declares a record of v2.1: one row per member, in the order of the contract. The table yields the serializer, the
 * GraphQL fragment (`npm run generate`), the OpenAPI component, and the plain members of the equivalence test.
 *
 * @param graphType its GraphQL type: a row that reads a field that the type lacks does not compile
 * @param recordName by default the name of the type
 */
export function record<
  Type extends keyof GraphTypes,
  Table extends Readonly<Record<string, Member<Offer<Type>, never>>>,
>(graphType: Type, members: Table, recordName: string = graphType): WireRecord<NodeOf<Table>> {
  const write = compile(members);
  const serialize = (...given: Parameters<Write>) => new JsonText(write(...given));
  return Object.assign(serialize, { write, recordName, graphType, members }) as unknown as WireRecord<NodeOf<Table>>;
}

/** A serializer regardless of the type of its record. */
type Write = Serialize<{ readonly parent: unknown }, string>;
type Entry = readonly [name: string, member: Member<never, never>];

/**
 * Compiles a table of members to a function that concatenates the JSON text of a record, as it would be written by hand.
 * An object for `JSON.stringify` takes 1.4 times as long, and a loop over the members several times.
 */
function compile(members: Members): Write {
  const constants: unknown[] = [];
  const bind: Bind = (value) => `constant${constants.push(value) - 1}`;
  const functionOf = (isVerbose: boolean) =>
    `function ${isVerbose ? 'verbose' : 'plain'}(node, request, viewer, parent) { ${bodyOf(members, isVerbose, bind)} }`;
  const source = `${functionOf(false)}
    ${functionOf(true)}
    return (node, request, viewer, parent) => (request.verbose ? verbose : plain)(node, request, viewer, parent);`;
  // The source derives from tables in this folder alone, never from a request.
  const create = new Function(...constants.map((_, index) => `constant${index}`), source);
  return create(...constants) as Write;
}

function bodyOf(members: Members, isVerbose: boolean, bind: Bind): string {
  const entries = isVerbose ? verboseEntries(members) : plainEntries(members);
  const firstOptional = entries.findIndex(([, { only }]) => only !== undefined);
  const start = firstOptional === -1 ? entries : entries.slice(0, firstOptional);
  const before = start.map(
    ([name, { code }], index) => `${literalOf(`${index > 0 ? ',' : ''}${keyOf(name)}`)} + ${code(bind)}`,
  );
  const separator = start.length > 0 ? `','` : `(text === '{' ? '' : ',')`;
  return [
    isVerbose ? guardOf(entries) : '',
    `let text = ${[`'{'`, ...before].join(' + ')};`,
    ...entries.slice(start.length).map((entry) => statementOf(entry, separator, bind)),
    `return text + '}';`,
  ].join('\n');
}

const keyOf = (name: string): string => `${JSON.stringify(name)}:`;
/** A literal of generated code. */
const literalOf = (text: string): string => JSON.stringify(text);

const plainEntries = (members: Members): Entry[] => Object.entries(members).filter(([, { isVerbose }]) => !isVerbose);

function verboseEntries(members: Members): Entry[] {
  const entries = Object.entries(members);
  return entries.flatMap((entry) => {
    if (entry[1].verboseAfter !== undefined) return [];
    return [entry, ...entries.filter(([, { verboseAfter }]) => verboseAfter === entry[0])];
  });
}

function statementOf([name, { code, only, condition }]: Entry, separator: string, bind: Bind): string {
  const value = code(bind);
  const append = (text: string) => `text += ${separator} + ${literalOf(keyOf(name))} + ${text};`;
  if (only === undefined) return append(value);
  if (condition) return `if (${condition.code(bind)}) ${append(value)}`;
  return `{ const value = ${value}; if (value !== 'null') ${append('value')} }`;
}

/** Throws if the operation did not select the verbose form. */
function guardOf(entries: readonly Entry[]): string {
  const read = entries.find(([, { isVerbose }]) => isVerbose)?.[1].reads[0];
  const [field] = read?.split('.') ?? [];
  return field === undefined
    ? ''
    : `if (node.${field} === undefined) throw new Error('The operation did not select the verbose form');`;
}
