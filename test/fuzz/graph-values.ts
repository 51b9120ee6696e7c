import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLEnumType,
  type GraphQLInputType,
} from 'graphql';
import { oddDate, oddNumber, oddText, oddValue } from './odd-values.js';
import { kindOf, MOST_OF_KIND, named, recordKinds, type RecordKind } from './record-kinds.js';
import type { Tape } from './tape.js';

const scalars: Readonly<Record<string, (tape: Tape) => unknown>> = {
  ID: (tape) => tape.pick(['1', '7', '0', '-1', 1, '01', '9223372036854775808', 'x', '']),
  Int: (tape) => tape.pick([0, 1, 5, 20, 100, 101, -1, 2 ** 31 - 1, -(2 ** 31)]),
  Float: oddNumber,
  Boolean: (tape) => tape.chance(50),
  String: oddText,
  DateTime: oddDate,
  TolerantDateTime: oddDate,
  TimeZone: (tape) => tape.pick(['Europe/Amsterdam', 'UTC', 'europe/london', 'Mars/Base', '', 'Etc/GMT+12', '+02:00']),
  URL: (tape) =>
    tape.pick(['https://example.org/', 'javascript:alert(1)', 'https://[::1', `https://a.b/${'x'.repeat(600)}`]),
  JSON: oddValue,
  Upload: () => null,
};

/** A value for an argument, a variable or a member: mostly of its type. */
export function graphValue(tape: Tape, type: GraphQLInputType, name: string, field = ''): unknown {
  if (tape.chance(2)) return oddValue(tape);
  if (isNonNullType(type)) return graphValue(tape, type.ofType, name, field);
  if (tape.chance(2)) return null;
  if (isListType(type)) {
    const item = type.ofType;
    return Array.from({ length: 1 + tape.below(3) }, () => graphValue(tape, item, name, field));
  }
  if (isEnumType(type)) return enumValue(tape, type);
  if (isInputObjectType(type)) {
    const members = Object.values(type.getFields()).filter((member) => isNonNullType(member.type) || tape.chance(40));
    return Object.fromEntries(
      members.map((member) => [member.name, graphValue(tape, member.type, member.name, field)]),
    );
  }
  const kind = kindOf(name) ?? (name === 'id' ? kindOfField(field) : undefined);
  if (kind !== undefined && !tape.chance(15)) return named(kind, tape);
  if (name === 'uri')
    return `<base>/v2.1/${tape.pick(['events', 'talks', 'users', 'tracks'])}/${1 + tape.below(MOST_OF_KIND)}`;
  return (scalars[type.name] ?? oddText)(tape);
}

const enumValue = (tape: Tape, type: GraphQLEnumType): string => tape.pick(type.getValues()).name;

/** `talk(id: …)` refers to a talk. */
const kindOfField = (field: string): RecordKind | undefined =>
  field in recordKinds ? (field as RecordKind) : undefined;
