import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql';
import { graphSchema } from '../fuzz/graph-schema.js';
import { kindOf, named, recordKinds, type RecordKind } from '../fuzz/record-kinds.js';
import type { Tape } from '../fuzz/tape.js';

type Field = GraphQLField<unknown, unknown>;

/** A field on the way from the root, and the type that it leads to. */
interface Step {
  readonly field: Field;
  readonly to: GraphQLObjectType;
}

/**
 * An operation for every field of every type that is reachable from a query, and for every mutation without a file.
 * IDs are placeholders such as `<talk:3>`, and receivers of webhooks `<receiver>`.
 */
export function everyOperation(tape: Tape): readonly string[] {
  const { query, mutation } = roots();
  const reads = [...waysFrom(query)].flatMap(([type, way]) =>
    fieldsOf(type).map((field) => `{ ${nested(tape, way, called(tape, field))} }`),
  );
  const writes = fieldsOf(mutation).filter((field) => !takesFile(field));
  return [...reads, ...writes.map((field) => `mutation { ${called(tape, field)} }`)];
}

function roots() {
  const [query, mutation] = [graphSchema.getQueryType(), graphSchema.getMutationType()];
  if (!query || !mutation) throw new Error('The schema has no roots');
  return { query, mutation };
}

/** Files are sent as forms. */
const takesFile = ({ args }: Field): boolean =>
  args.some(({ type }) => {
    const input = getNamedType(type);
    const members = isInputObjectType(input) ? Object.values(input.getFields()) : [];
    return members.some((member) => getNamedType(member.type).name === 'Upload');
  });

const fieldsOf = (type: GraphQLObjectType): readonly Field[] => Object.values(type.getFields());

/** The shortest way to each type. */
function waysFrom(root: GraphQLObjectType): ReadonlyMap<GraphQLObjectType, readonly Step[]> {
  const ways = new Map<GraphQLObjectType, readonly Step[]>([[root, []]]);
  // Iteration includes types that are added during the loop.
  for (const [type, way] of ways) {
    for (const field of fieldsOf(type)) {
      for (const to of objectsOf(getNamedType(field.type))) if (!ways.has(to)) ways.set(to, [...way, { field, to }]);
    }
  }
  return ways;
}

function objectsOf(type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return graphSchema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}

function nested(tape: Tape, way: readonly Step[], inner: string): string {
  return way.reduceRight((below, { field, to }) => {
    const own = isAbstractType(getNamedType(field.type)) ? `... on ${to.name} { ${below} }` : below;
    return `${field.name}${argumentsOf(tape, field)} { ${own} }`;
  }, inner);
}

const called = (tape: Tape, field: Field): string =>
  `${field.name}${argumentsOf(tape, field)}${selectionOf(tape, getNamedType(field.type), 2)}`;

/** All values of a record, and of the records of a page. */
function selectionOf(tape: Tape, type: GraphQLNamedType, depth: number): string {
  if (isLeafType(type)) return '';
  if (!isObjectType(type)) return ' { __typename }';
  const fields = fieldsOf(type).filter(({ args }) => !args.some((argument) => isNonNullType(argument.type)));
  const values = fields.filter((field) => isLeafType(getNamedType(field.type)));
  const below = depth > 0 ? fields.filter(({ name }) => name === 'nodes') : [];
  const written = [
    ...values.map(({ name }) => name),
    ...below.map((field) => `${field.name}${selectionOf(tape, getNamedType(field.type), depth - 1)}`),
  ];
  return ` { __typename ${written.join(' ')} }`;
}

/** Required arguments. */
function argumentsOf(tape: Tape, { name: field, args }: Field): string {
  const written = args
    .filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
    .map(({ name, type }) => `${name}: ${valueOf(tape, type, name, field)}`);
  return written.length === 0 ? '' : `(${written.join(', ')})`;
}

/** A valid literal; IDs are placeholders of existing records. */
function valueOf(tape: Tape, type: GraphQLInputType, name: string, field: string): string {
  if (isNonNullType(type)) return valueOf(tape, type.ofType, name, field);
  if (isListType(type)) return `[${valueOf(tape, type.ofType, name, field)}]`;
  if (isEnumType(type)) return tape.pick(type.getValues()).name;
  if (isInputObjectType(type)) {
    const members = Object.values(type.getFields()).filter((member) => isNonNullType(member.type) || tape.chance(50));
    return `{ ${members.map((member) => `${member.name}: ${valueOf(tape, member.type, member.name, field)}`).join(', ')} }`;
  }
  const kind = kindOf(name) ?? (name === 'id' && field in recordKinds ? (field as RecordKind) : undefined);
  if (kind !== undefined) return JSON.stringify(named(kind, tape));
  return (literals[type.name] ?? literals['String']!)(tape, name);
}

const texts: Readonly<Record<string, string>> = {
  email: 'attendee@example.org',
  password: 'difference engine',
  url: '<receiver>',
  uri: '<base>/v2.1/events/1',
};

const literals: Readonly<Record<string, (tape: Tape, name: string) => string>> = {
  ID: (tape) => String(1 + tape.below(9)),
  Int: (tape) => String(1 + tape.below(5)),
  Float: () => '4.5',
  Boolean: (tape) => String(tape.chance(50)),
  String: (tape, name) => JSON.stringify(texts[name] ?? 'words '.repeat(tape.pick([1, 30, 300]))),
  DateTime: (tape) => `"2026-06-0${1 + tape.below(9)}T10:00:00+02:00"`,
  TolerantDateTime: (tape) => `"2026-06-0${1 + tape.below(9)}T10:00:00+02:00"`,
  TimeZone: () => '"Europe/Amsterdam"',
  URL: () => '"<receiver>"',
};
