/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const text: JsonSchema = { type: 'string' };
export const address: JsonSchema = { type: 'string', format: 'uri' };
export const whole: JsonSchema = { type: 'integer' };
/** How many there are. */
export const count: JsonSchema = { type: 'integer', minimum: 0 };
/** The number of a record. */
export const number: JsonSchema = { type: 'integer', minimum: 1 };
/** What people think of something; 0 where nobody said, or it does not count. */
export const rating: JsonSchema = { type: 'integer', minimum: 0, maximum: 5 };
export const yesOrNo: JsonSchema = { type: 'boolean' };
/** A flag that clients bind as a number. */
export const flag: JsonSchema = { type: 'integer', enum: [0, 1] };

export const one = (...words: readonly string[]): JsonSchema => ({ type: 'string', enum: words });
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const orNull = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [schema['type'], 'null'],
  ...(Array.isArray(schema['enum']) && { enum: [...(schema['enum'] as unknown[]), null] }),
});

/** The schema of that name among the components of the document. */
export const named = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** @param members by their names; all are there but for those that are named as optional */
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
