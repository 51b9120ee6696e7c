import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { insertBatch, type NewRow, type TableName } from '../../database/insert-batch.js';

const ROWS_PER_STATEMENT = 5_000;
/** Yields to the event loop after so many rows: a statement of several MB must not block it or its own transmission. */
const ROWS_PER_TURN = 100;

/**
 * Inserts rows in batches, in order. Generates the next batch while the database writes the current one.
 *
 * @param onBatch called after each batch with its number of rows
 */
export async function insertRows<Name extends TableName>(
  client: ClientBase,
  table: Name,
  rows: Iterable<NewRow<Name>>,
  onBatch: (count: number) => void = () => undefined,
): Promise<void> {
  let batch: NewRow<Name>[] = [];
  let writing = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    const full = batch;
    batch = [];
    writing = insertBatch(client, table, full).then(() => onBatch(full.length));
    // Avoid an unhandled rejection: the next await of `writing` throws.
    writing.catch(() => undefined);
  };
  for (const row of rows) {
    if (batch.push(row) === ROWS_PER_STATEMENT) await flush();
    else if (batch.length % ROWS_PER_TURN === 0) await nextTurn();
  }
  await flush();
  await writing;
}

/**
 * Reserves `count` IDs of the table's sequence, ascending, so that rows can reference each other before they are
 * inserted.
 */
export async function reserveIds(client: ClientBase, table: TableName, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2::int)`,
    [table, count],
  );
  return rows.map(({ id }) => Number(id)).sort((one, other) => one - other);
}
