import type pg from 'pg';

/** What two imports need not have in common: how they sealed secrets, and when they ran, where the legacy rows tell no time. */
const ownToEachImport = [
  'consumer_secret_encrypted',
  'created_at',
  'claimed_at',
  'decided_at',
  'reviewed_at',
  'started_at',
  'finished_at',
];
/** Not of the imported data; `changes` names transactions, which are those of each database. */
const beside = ['schema_migrations', 'rate_limits', 'changes'];

/** Table → the sum over all its rows, by value; with `exact`, also the numbers that its next rows will have. */
type Snapshot = Readonly<Record<string, string>>;

async function tablesOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ table: string }>(
    "select relname as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  return rows.map(({ table }) => table).filter((table) => !beside.includes(table));
}

/** @param exact everything, to see that nothing was changed at all */
export async function snapshot(pool: pg.Pool, exact = false): Promise<Snapshot> {
  const sums: Record<string, string> = {};
  for (const table of await tablesOf(pool)) {
    const { rows } = await pool.query<{ sum: string }>(
      `select count(*) || ' rows, ' || md5(coalesce(string_agg(row, e'\\n' order by row), '')) as sum
        from (select (to_jsonb(t) - $1::text[])::text collate "C" as row from ${table} t) r`,
      [exact ? [] : ownToEachImport],
    );
    sums[table] = rows[0]?.sum ?? '';
  }
  return exact ? { ...sums, ...(await sequences(pool)) } : sums;
}

async function sequences(pool: pg.Pool): Promise<Snapshot> {
  const { rows } = await pool.query<{ name: string; last: string }>(
    "select sequencename as name, coalesce(last_value, 0)::text as last from pg_sequences where schemaname = 'public'",
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}
