// Required by type-graphql before its first decorator.
import 'reflect-metadata';
import type { GraphQLFieldResolver, GraphQLScalarType } from 'graphql';
import { Args, ArgsType, Field, Float, ID, Int, registerEnumType, type ClassType } from 'type-graphql';
import type { Context } from '../src/core/context.js';
import type { Upload } from '../src/core/event/event-images.js';
import { DateTimeScalar, TolerantDateTimeScalar, UrlScalar } from './scalars.js';
import type { SelectionInfo } from './selection.js';
import { UploadScalar } from './uploads.js';

/** Each resolver declares the row that it expects. */
export type Resolve = GraphQLFieldResolver<never, Context, never>;

/** Reads what a field shows, given the ID of its record and the arguments of the field. */
export type ReadAhead = (id: string, context: Context, args: never, info: SelectionInfo) => Promise<unknown>;

/** One field of a record, an input, a payload or a list of arguments. `Value` is its type in TypeScript. */
export interface FieldRow<Value = unknown, Nullable extends boolean = boolean> {
  readonly type: () => unknown;
  readonly description: string;
  /** Whether the value may be null or, in an input, omitted. */
  readonly nullable: Nullable | 'items';
  readonly deprecationReason?: string;
  /** The value of an input field that is omitted. */
  readonly defaultValue?: Value;
  /** The cost of the field (limits.ts), given its arguments and the cost of its subfields. */
  readonly complexity?: number | ((options: { args: never; childComplexity: number }) => number);
  readonly args?: FieldRows;
  /** Without a resolver, the field is the member of the row with its name. */
  readonly resolve?: Resolve;
  /** Reads what `resolve` reads, through the same loaders, before the record is known (`readAhead`). */
  readonly ahead?: ReadAhead;
  /** Exists only for the compiler. */
  readonly value?: Value;
}

export type FieldRows = Readonly<Record<string, FieldRow>>;

type ValueOf<Row> = Row extends FieldRow<infer Value> ? Value : never;
type NullableNames<Rows> = {
  [Name in keyof Rows]: Rows[Name] extends FieldRow<unknown, true> ? Name : never;
}[keyof Rows];

/** The TypeScript type of an input or arguments with these fields. */
export type InputOf<Rows> = {
  readonly [Name in Exclude<keyof Rows, NullableNames<Rows>>]: ValueOf<Rows[Name]>;
} & { readonly [Name in NullableNames<Rows>]?: ValueOf<Rows[Name]> | null };

const types = new Map<string, ClassType>();

/** Looks up a record type when the schema is built: types refer to each other by name, in any order. */
export function typeNamed(name: string): ClassType {
  const type = types.get(name);
  if (!type) throw new Error(`No table declares the type ${name}`);
  return type;
}

export const isDeclared = (name: string): boolean => types.has(name);

export const addType = (name: string, type: ClassType): void => void types.set(name, type);

type Values<Value> = Readonly<Record<string, Value>> | GraphQLScalarType<Value>;

function fieldsThat<Nullable extends boolean>(nullable: Nullable) {
  const of =
    <Value>(type: () => unknown) =>
    (
      description: string,
      more?: Pick<FieldRow<Value>, 'deprecationReason' | 'defaultValue'>,
    ): FieldRow<Value, Nullable> => ({
      ...{ type, description, nullable },
      ...more,
    });
  return {
    id: of<string>(() => ID),
    string: of<string>(() => String),
    strings: of<string[]>(() => [String]),
    int: of<number>(() => Int),
    float: of<number>(() => Float),
    boolean: of<boolean>(() => Boolean),
    dateTime: of<string>(() => DateTimeScalar),
    tolerantDateTime: of<string>(() => TolerantDateTimeScalar),
    url: of<string>(() => UrlScalar),
    upload: of<Upload>(() => UploadScalar),
    /** A value of an enum or of a rare scalar. */
    of: <Value>(type: () => Values<Value>, description: string) => of<Value>(type)(description),
    /** A record of the type with this name, or of a union. */
    record: (type: string | (() => object), description: string) =>
      of<object>(typeof type === 'string' ? () => typeNamed(type) : type)(description),
    records: (type: string, description: string) => of<object[]>(() => [typeNamed(type)])(description),
    ids: of<string[]>(() => [ID]),
  };
}

/** Fields that are never null: `name: field.string('The name.')`. */
export const field = fieldsThat(false);

/** Nullable fields; the description states what null means. */
export const nullable = fieldsThat(true);

const unchanged = ' Unchanged if omitted. Nullable, but null is rejected with INVALID.';

type Optional<Rows> = {
  readonly [Name in keyof Rows]: Rows[Name] extends FieldRow<infer Value> ? FieldRow<Value, true> : never;
};

/** The fields of an input that changes some of them: required ones may be omitted. */
export const optional = <Rows extends FieldRows>(rows: Rows): Optional<Rows> =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => {
      return [name, row.nullable ? row : { ...row, nullable: true, description: row.description + unchanged }];
    }),
  ) as unknown as Optional<Rows>;

/** Creates an enum from the descriptions of its values. */
export function enumOf<Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
): { readonly [Name in Value]: Name } {
  const entries = Object.entries<string>(values);
  const members = Object.fromEntries(entries.map(([value]) => [value, value])) as { [Name in Value]: Name };
  const valuesConfig = Object.fromEntries(entries.map(([value, about]) => [value, { description: about }]));
  registerEnumType(members, {
    name,
    description,
    valuesConfig: valuesConfig as Record<Value, { description: string }>,
  });
  return members;
}

/** Adds the fields of a table to a class that type-graphql knows as a type. */
export function declareFields({ prototype }: ClassType, rows: FieldRows): void {
  for (const [name, row] of Object.entries(rows)) {
    const { type, args, description, nullable, deprecationReason, defaultValue, complexity } = row;
    const options = {
      ...{ description, nullable },
      ...(defaultValue !== undefined && { defaultValue }),
      ...(deprecationReason !== undefined && { deprecationReason }),
      ...(complexity !== undefined && { complexity: complexity as number }),
    };
    Field(type as () => typeof String, options)(prototype, name);
    declareArguments(prototype, name, args);
  }
}

/** Adds the fields of a table to the arguments of a field. */
export function declareArguments(prototype: object, name: string, rows: FieldRows = {}): void {
  if (Object.keys(rows).length === 0) return;
  @ArgsType()
  class Arguments {}
  declareFields(Arguments, rows);
  Args(() => Arguments)(prototype, name, 0);
}
