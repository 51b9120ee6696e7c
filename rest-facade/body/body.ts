import type { FieldNames } from '../errors.js';
import { of, type Members } from '../openapi/member.js';
import type { AllOf } from '../record/shape.js';
import type { WireRequest } from '../request.js';
import type { BodyMember } from './rows.js';

/** A body of v2.1: its parser, and what else follows from its table. */
export interface Body<Input> {
  (request: Pick<WireRequest, 'fields' | 'settings'>): Input;
  /** Wire names of the input fields, for error messages. */
  readonly fieldNames: FieldNames;
  /** The OpenAPI members of a GraphQL input. */
  readonly membersOf: (input: string) => Members;
}

type InputOf<Table> = AllOf<
  { [Name in keyof Table]: Table[Name] extends BodyMember<infer Input> ? Input : never }[keyof Table]
>;

/**
 * Declares a body of v2.1, one row per member. The table yields the parser, the OpenAPI body and the names in error
 * messages.
 *
 * @param first members that are parsed before the others: a client gets the message for the first malformed member
 */
export function body<Table extends Readonly<Record<string, BodyMember<unknown>>>>(
  table: Table,
  first: readonly (keyof Table & string)[] = [],
): Body<InputOf<Table>> {
  const rows = Object.entries<BodyMember<unknown>>(table);
  const isFirst = ([name]: readonly [string, unknown]) => first.includes(name);
  const parsers = [...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))];
  const parse = (request: Pick<WireRequest, 'fields' | 'settings'>) => {
    const input: Record<string, unknown> = {};
    for (const [name, { field, parse: parseMember }] of parsers) {
      const value = parseMember?.(name, request);
      // Compiled operations treat undefined as null, which clears the stored value; an absent field preserves it.
      if (value !== undefined) input[field] = value;
    }
    return input as InputOf<Table>;
  };
  const fieldNames = Object.fromEntries(rows.map(([name, { field }]) => [field, name]));
  const membersOf = (input: string) => Object.fromEntries(rows.map(([name, row]) => [name, memberOf(row, input)]));
  return Object.assign(parse, { fieldNames, membersOf });
}

function memberOf({ field, documentation: { schema, note, required } }: BodyMember<unknown>, input: string) {
  return { ...of(`${input}.${field}`, schema, note), ...(required !== undefined && { required }) };
}
