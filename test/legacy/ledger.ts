import type { Imported, TableReport } from './import.js';
import type { Maria } from './maria.js';

/** Table → number of its rows. */
type Counts = Readonly<Record<string, number>>;

/** Row counts in MariaDB. */
export async function countRows(maria: Maria, database: string): Promise<Counts> {
  const tables = await maria.rows(
    database,
    "select table_name from information_schema.tables where table_schema = database() and table_type = 'BASE TABLE' order by 1",
  );
  const counts = tables.map(([table]) => `select '${table}', count(*) from \`${table}\``);
  return Object.fromEntries(
    (await maria.rows(database, counts.join(' union all '))).map(([table, count]) => [table, Number(count)]),
  );
}

/** Row counts in the report. */
export const rowsRead = ({ tables }: Pick<Imported, 'tables'>): Counts =>
  Object.fromEntries(tables.map(({ table, read }) => [table, read]));

/** Checks the sums of a table: each row is imported or skipped, and skipped or repaired rows have reasons. */
export function wrongSums({ table, read, imported, repaired, skipped, reasons }: TableReport): string[] {
  const of = (kind: string) => reasons.filter((reason) => reason.kind === kind);
  const sum = (kind: string) => of(kind).reduce((total, { count }) => total + count, 0);
  const most = Math.max(0, ...of('repaired').map(({ count }) => count));
  // Tables of which nothing is read have no examples either.
  const without = reasons.filter(
    ({ reason, count, examples }) => !reason || count < 1 || (examples.length === 0 && skipped < read),
  );
  const checks = {
    'read is imported and skipped': read === imported + skipped,
    'only what is imported is repaired': repaired <= imported,
    'each skipped row has one reason': sum('skipped') === skipped,
    'each repaired row has a reason or several': most <= repaired && repaired <= sum('repaired'),
    'reasons have a sentence, a count and examples': without.length === 0,
  };
  return Object.entries(checks)
    .filter(([, holds]) => !holds)
    .map(([check]) => `${table}: ${check}`);
}

/** The reasons of a table that have this row among their examples. */
export function reasonsFor({ tables }: Pick<Imported, 'tables'>, table: string, id: number): string[] {
  const reasons = tables.find((report) => report.table === table)?.reasons ?? [];
  return reasons
    .filter(({ examples }) => examples.some((example) => String(example) === String(id)))
    .map(({ kind, reason }) => `${kind}: ${reason}`);
}
