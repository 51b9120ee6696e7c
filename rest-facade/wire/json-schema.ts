/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const text: JsonSchema = { type: 'string' };
export const address: JsonSchema = { type: 'string', format: 'uri' };
export const whole: JsonSchema = { type: 'integer' };
export const count: JsonSchema = { type: 'integer', minimum: 0 };
/** ID of a record. */
export const number: JsonSchema = { type: 'integer', minimum: 1 };
/** Rating; 0 if absent or not counted. */
export const rating: JsonSchema = { type: 'integer', minimum: 0, maximum: 5 };
export const yesOrNo: JsonSchema = { type: 'boolean' };
/** A boolean that clients expect as a number. */
export const flag: JsonSchema = { type: 'integer', enum: [0, 1] };

export const one = (...words: readonly string[]): JsonSchema => ({ type: 'string', enum: words });
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const orNull = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [schema['type'], 'null'],
  ...(Array.isArray(schema['enum']) && { enum: [...(schema['enum'] as unknown[]), null] }),
});

/** Reference to a schema in the components of the document. */
export const named = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** @param members schemas by name; required unless listed in `optional` */
export function objectOf(
  members: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
  description?: string,
): JsonSchema {
  const required = Object.keys(members).filter((name) => !optional.includes(name));
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: members,
    ...(required.length > 0 && { required }),
  };
}
