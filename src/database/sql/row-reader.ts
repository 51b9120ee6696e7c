import pg, { type FieldDef } from 'pg';

/** Converts the values of a row, as PostgreSQL sent them, to an object with one property per column. */
export type RowReader = (values: readonly (string | null)[]) => object;

const { builtins, getTypeParser } = pg.types;
/** The parser of `pg` for texts, and for types that it does not know. */
const asText: unknown = getTypeParser(builtins.TEXT);

const readers = new Map<string, RowReader>();

/**
 * Returns a function that builds each row with an object literal: the loop of `pg` over the columns takes several times
 * as long. Results with equal columns share one function.
 *
 * @param fields the columns of a result in text format
 */
export function rowReader(fields: readonly Pick<FieldDef, 'name' | 'dataTypeID'>[]): RowReader {
  const signature = JSON.stringify(fields.map(({ name, dataTypeID }) => [name, dataTypeID]));
  let reader = readers.get(signature);
  if (!reader) readers.set(signature, (reader = compile(fields)));
  return reader;
}

function compile(fields: readonly Pick<FieldDef, 'name' | 'dataTypeID'>[]): RowReader {
  const parsers = fields.map(({ dataTypeID }): unknown => getTypeParser(dataTypeID));
  const members = fields.map(({ name, dataTypeID }, index) => {
    const value = `values[${index}]`;
    // `pg` returns a bigint as text.
    const isText = dataTypeID === Number(builtins.INT8) || parsers[index] === asText;
    // Only a computed name defines a property `__proto__`; V8 is slower with computed names.
    const key = name === '__proto__' ? `["__proto__"]` : JSON.stringify(name);
    return `${key}: ${isText ? value : `${value} === null ? null : parsers[${index}](${value})`}`;
  });
  // The source derives from the columns of our own statements, never from a request.
  const create = new Function('parsers', `return (values) => ({ ${members.join(', ')} });`);
  return create(parsers) as RowReader;
}
