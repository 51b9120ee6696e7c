import type { FieldNames } from '../wire/errors.js';
import type { JsonSchema } from '../wire/json-schema.js';
import { of, own, type Members } from './described-member.js';
import type { WireFields } from '../wire/fields.js';
import type { WireRequest } from '../wire/request.js';
import type { AllOf } from './member.js';

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
      if (field !== undefined && value !== undefined) input[field] = value;
    }
    return input as InputOf<Table>;
  };
  const fieldNames = Object.fromEntries(
    rows.flatMap(([name, { field }]) => (field === undefined ? [] : [[field, name]])),
  );
  const membersOf = (input: string) => Object.fromEntries(rows.map(([name, row]) => [name, memberOf(row, input)]));
  return Object.assign(parse, { fieldNames, membersOf });
}

function memberOf(
  { field, documentation: { schema, note, description, required } }: BodyMember<unknown>,
  input: string,
) {
  const isOwn = field === undefined || description !== undefined;
  const source = isOwn ? own(schema ?? {}, description ?? '') : of(`${input}.${field}`, schema, note);
  return { ...source, ...(required !== undefined && { required }) };
}

type BodyRequest = Pick<WireRequest, 'fields' | 'settings'>;

/** How the OpenAPI document describes a member of a body, where the GraphQL input field is not enough. */
export interface BodyDocumentation {
  readonly schema?: JsonSchema;
  /** Replaces the description of the GraphQL input field. */
  readonly description?: string;
  /** Appended to the description of the GraphQL input field. */
  readonly note?: string;
  /** Overrides whether GraphQL requires the field. */
  readonly required?: boolean;
}

/** One member of a body: a row that yields its part of the parser, of the OpenAPI body and of the error messages. */
export interface BodyMember<out Input> {
  /** Field of the GraphQL inputs; absent if the member is only validated. */
  readonly field?: string;
  /** Parses the member; the field is omitted if this returns undefined. Absent if another row parses the field. */
  readonly parse?: (name: string, request: BodyRequest) => unknown;
  readonly documentation: BodyDocumentation;
  /** Never set: carries the type parameter. */
  readonly typeOfInput?: Input;
}

/** A string; empty if absent. */
export const text = <Field extends string>(
  field: Field,
  documentation: BodyDocumentation = {},
): BodyMember<{ readonly [Name in Field]: string }> => ({
  field,
  parse: (name, { fields }) => fields.text(name),
  documentation,
});

/** A string; omitted if absent, so that a replacement preserves the stored value. */
export const optionalText = <Field extends string>(
  field: Field,
  documentation: BodyDocumentation = {},
): BodyMember<{ readonly [Name in Field]?: string }> => ({
  field,
  parse: (name, { fields }) => fields.optionalText(name),
  documentation,
});

/** A value with a parser of its own. */
export const parsed = <Field extends string, Value>(
  field: Field,
  parse: (fields: WireFields, name: string, settings: BodyRequest['settings']) => Value,
  documentation: BodyDocumentation = {},
): BodyMember<{ readonly [Name in Field]: Value }> => ({
  field,
  parse: (name, { fields, settings }) => parse(fields, name, settings),
  documentation,
});

/** Like `parsed`, but omitted if the parser returns undefined. */
export const optional = <Field extends string, Value>(
  field: Field,
  parse: (fields: WireFields, name: string) => Value | undefined,
  documentation: BodyDocumentation = {},
): BodyMember<{ readonly [Name in Field]?: Value }> => ({
  field,
  parse: (name, { fields }) => parse(fields, name),
  documentation,
});

/** A member that the parser of another row of the same field reads. */
export const partOf = (field: string, documentation: BodyDocumentation): BodyMember<object> => ({
  field,
  documentation,
});

/** A member that is validated, but not passed on. */
export const checked = (
  check: (fields: WireFields, name: string) => void,
  documentation: BodyDocumentation,
): BodyMember<object> => ({ parse: (name, { fields }) => void check(fields, name), documentation });
