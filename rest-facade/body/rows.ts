import type { JsonSchema } from '../openapi/json-schema.js';
import type { WireFields } from '../read/fields.js';
import type { WireRequest } from '../request.js';

type BodyRequest = Pick<WireRequest, 'fields' | 'settings'>;

/** How the OpenAPI document describes a member of a body, where the GraphQL input field is not enough. */
export interface BodyDocumentation {
  readonly schema?: JsonSchema;
  readonly note?: string;
  /** Overrides whether GraphQL requires the field. */
  readonly required?: boolean;
}

/** One member of a body: a row that yields its part of the parser, of the OpenAPI body and of the error messages. */
export interface BodyMember<out Input> {
  /** Field of the GraphQL inputs. */
  readonly field: string;
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
