import { sql } from 'kysely';
import { statement, type Run } from './statement.js';

/** Tables that a search or a count may scan in full. */
export type ScannedTable = 'events' | 'talks' | 'users';

const MAX_AGE_MS = 60_000;

/** Row estimates of ANALYZE, or of the live row statistics if the table has not been analyzed yet. */
const tableSizes = statement(
  'table sizes',
  () => sql<{ name: ScannedTable; size: number }>`
    select c.relname::text as name, greatest(c.reltuples, s.n_live_tup, 0)::float8 as size
    from pg_class c left join pg_stat_all_tables s on s.relid = c.oid
    where c.oid = any (array['events', 'talks', 'users']::regclass[])`,
);

export type TableSizes = ReadonlyMap<ScannedTable, number>;

/** Returns estimated row counts from the statistics of PostgreSQL, cached for 1 minute. */
export function createTableSizes(): (run: Run) => Promise<TableSizes> {
  let known: Promise<TableSizes> | undefined;
  let readAt = -Infinity;
  return (run) => {
    if (known && performance.now() - readAt < MAX_AGE_MS) return known;
    readAt = performance.now();
    const reading = run(tableSizes, {}).then((rows) => new Map(rows.map(({ name, size }) => [name, size])));
    known = reading;
    reading.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading;
  };
}
