import type { ClientBase } from 'pg';

type Base = 'bigint' | 'integer' | 'smallint' | 'float8' | 'boolean' | 'text' | 'timestamptz' | 'jsonb' | 'text[]';
type ColumnType = Base | `${Base}?`;

/** Column names and types; `?` marks nullable columns. Omitted columns get their defaults. */
export type Columns = Readonly<Record<string, ColumnType>>;

type Value<Type> = Type extends `${infer Given extends Base}?`
  ? Value<Given> | null
  : Type extends 'boolean'
    ? boolean
    : Type extends 'bigint' | 'integer' | 'smallint' | 'float8'
      ? number
      : string;

/** A row of these columns: timestamps are ISO 8601 strings, `jsonb` is JSON text, arrays are results of `textArray`. */
export type RowOf<Given extends Columns> = { readonly [Column in keyof Given]: Value<Given[Column]> };

/** Inserts rows with one statement, in the given order. */
export async function insertBatch<Given extends Columns>(
  client: ClientBase,
  table: string,
  columns: Given,
  rows: readonly RowOf<Given>[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = Object.keys(columns).map((column) => rows.map((row) => row[column]));
  await client.query(insertStatement(table, columns), values);
}

function insertStatement(table: string, columns: Columns): string {
  const types = Object.entries(columns).map(([name, type]) => ({ name, type: type.replace('?', '') }));
  const names = types.map(({ name }) => name).join(', ');
  // unnest flattens nested arrays, so pass arrays as literals.
  const values = types.map(({ name, type }) => (type === 'text[]' ? `r.${name}::text[]` : `r.${name}`));
  const parameters = types.map(({ type }, index) => `$${index + 1}::${type === 'text[]' ? 'text' : type}[]`);
  return `insert into ${table} (${names}) select ${values.join(', ')}
    from unnest(${parameters.join(', ')}) with ordinality as r(${names}, place) order by r.place`;
}
