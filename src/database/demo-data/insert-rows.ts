import type { ClientBase } from 'pg';
import type { Columns, TableName, TableRow } from './tables.js';
import { tableColumns } from './tables.js';

const ROWS_PER_STATEMENT = 5_000;

/**
 * Inserts rows in batches, in the order given.
 *
 * @param written is told after each batch how many rows went in with it
 */
export async function insertRows<Name extends TableName>(
  client: ClientBase,
  table: Name,
  rows: Iterable<TableRow<Name>>,
  written: (count: number) => void = () => undefined,
): Promise<void> {
  const statement = insertStatement(table);
  let batch: TableRow<Name>[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const columns = Object.keys(tableColumns[table]) as (keyof TableRow<Name>)[];
    await client.query(
      statement,
      columns.map((column) => batch.map((row) => row[column])),
    );
    written(batch.length);
    batch = [];
  };
  for (const row of rows) {
    if (batch.push(row) === ROWS_PER_STATEMENT) await flush();
  }
  await flush();
}

/** Takes `count` ids from the table's sequence, ascending, so that rows can point to each other before they are written. */
export async function reserveIds(client: ClientBase, table: TableName, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2::int)`,
    [table, count],
  );
  return rows.map(({ id }) => Number(id)).sort((one, other) => one - other);
}

function insertStatement(table: TableName): string {
  const columns = Object.entries(tableColumns[table] satisfies Columns).map(([name, type]) => ({
    name,
    type: type.replace('?', ''),
  }));
  const names = columns.map(({ name }) => name).join(', ');
  // An array of arrays would be flattened by unnest: lists travel as their literals.
  const values = columns.map(({ name, type }) => (type === 'text[]' ? `r.${name}::text[]` : `r.${name}`));
  const parameters = columns.map(({ type }, index) => `$${index + 1}::${type === 'text[]' ? 'text' : type}[]`);
  return `insert into ${table} (${names}) select ${values.join(', ')}
    from unnest(${parameters.join(', ')}) with ordinality as r(${names}, place) order by r.place`;
}
