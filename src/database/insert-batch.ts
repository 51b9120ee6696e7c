import type { Opt } from '@mikro-orm/core';
import type { Insertable } from 'kysely';
import pg, { type ClientBase } from 'pg';
import type { Database } from './orm.js';

/** A table of an entity. */
export type TableName = keyof Database & string;

type Columns<Name extends TableName> = Insertable<Database[Name]>;

/** How a value is written in JSON: an ID as a number or digits, a time as an ISO 8601 string. */
type Written<Column, Value> = Column extends `${string}_id`
  ? Value | number
  : Value extends Date
    ? string
    : Value extends readonly (infer Item)[]
      ? readonly Item[]
      : Value;

/** A row to insert, with the columns of the entity. The database generates an omitted ID. */
export type NewRow<Name extends TableName> = {
  readonly [
    Column in keyof Columns<Name> as Columns<Name>[Column] extends Opt.Brand ? never : Exclude<Column, 'id'>
  ]: Written<Column, Columns<Name>[Column]>;
} & { readonly id?: number | string };

/** Inserts rows of an entity with one statement, in the given order. */
export function insertBatch<Name extends TableName>(
  client: ClientBase,
  table: Name,
  rows: readonly NewRow<Name>[],
): Promise<void> {
  return insertJson(client, table, rows);
}

/**
 * Inserts rows with one statement, in the given order. PostgreSQL converts each value to the type of its column. Columns
 * without a value in any row get their defaults; if only some rows have a value, the others get null.
 */
export async function insertJson(client: ClientBase, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => pg.escapeIdentifier(name)).join();
  await client.query(
    `insert into ${table} (${columns}) select ${columns}
      from rows from (json_populate_recordset(null::${table}, $1)) with ordinality order by ordinality`,
    [JSON.stringify(rows)],
  );
}
