import type { ClientBase } from 'pg';

const BATCH_SIZE = 500;

/**
 * Reads the rows of a query in batches, by a cursor: memory use is bounded by one batch.
 *
 * @param client in a transaction; one cursor at a time
 * @param size number of rows of a batch
 */
export async function* batchesOf<Row extends object>(
  client: ClientBase,
  query: string,
  values: readonly unknown[] = [],
  size = BATCH_SIZE,
): AsyncGenerator<Row[]> {
  await client.query(`declare exported no scroll cursor for ${query}`, [...values]);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${size} from exported`);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
  }
  await client.query('close exported');
}
