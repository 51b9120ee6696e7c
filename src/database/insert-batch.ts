import type { ClientBase } from 'pg';

type Base = 'bigint' | 'integer' | 'smallint' | 'float8' | 'boolean' | 'text' | 'timestamptz' | 'jsonb' | 'text[]';
type ColumnType = Base | `${Base}?`;

/** Columns with their types; `?` marks those that may be null. PostgreSQL fills in the columns that are not named. */
export type Columns = Readonly<Record<string, ColumnType>>;

type Value<Type> = Type extends `${infer Given extends Base}?`
  ? Value<Given> | null
  : Type extends 'boolean'
    ? boolean
    : Type extends 'bigint' | 'integer' | 'smallint' | 'float8'
      ? number
      : string;

/** A row of these columns: times are ISO 8601 texts, `jsonb` is JSON text, a list is what `textArray` makes of it. */
export type RowOf<Given extends Columns> = { readonly [Column in keyof Given]: Value<Given[Column]> };

/** A list of texts as PostgreSQL writes an array. */
export function textArray(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** Inserts rows with one statement, in the order given. */
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
  // An array of arrays would be flattened by unnest: lists travel as their literals.
  const values = types.map(({ name, type }) => (type === 'text[]' ? `r.${name}::text[]` : `r.${name}`));
  const parameters = types.map(({ type }, index) => `$${index + 1}::${type === 'text[]' ? 'text' : type}[]`);
  return `insert into ${table} (${names}) select ${values.join(', ')}
    from unnest(${parameters.join(', ')}) with ordinality as r(${names}, place) order by r.place`;
}
