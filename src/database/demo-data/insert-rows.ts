import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { insertBatch } from '../insert-batch.js';
import { tableColumns, type TableName, type TableRow } from './tables.js';

const ROWS_PER_STATEMENT = 5_000;
/** A statement of megabytes goes out in pieces, one in each turn of the event loop: so few rows are made in one turn. */
const ROWS_PER_TURN = 100;

/**
 * Inserts rows in batches, in the order given. While the database writes one batch, the next one is made.
 *
 * @param written is told after each batch how many rows went in with it
 */
export async function insertRows<Name extends TableName>(
  client: ClientBase,
  table: Name,
  rows: Iterable<TableRow<Name>>,
  written: (count: number) => void = () => undefined,
): Promise<void> {
  let batch: TableRow<Name>[] = [];
  let writing = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    const full = batch;
    batch = [];
    writing = insertBatch(client, table, tableColumns[table], full).then(() => written(full.length));
    // Whoever waits next hears of a failure.
    writing.catch(() => undefined);
  };
  for (const row of rows) {
    if (batch.push(row) === ROWS_PER_STATEMENT) await flush();
    else if (batch.length % ROWS_PER_TURN === 0) await nextTurn();
  }
  await flush();
  await writing;
}

/** Takes `count` ids from the table's sequence, ascending, so that rows can point to each other before they are written. */
export async function reserveIds(client: ClientBase, table: TableName, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2::int)`,
    [table, count],
  );
  return rows.map(({ id }) => Number(id)).sort((one, other) => one - other);
}
