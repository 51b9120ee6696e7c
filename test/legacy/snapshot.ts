import type pg from 'pg';

/** Differences between two imports: encrypted secrets, random GUIDs, and the time of the run if the legacy rows have no time. */
const ownToEachImport = [
  'consumer_secret_encrypted',
  'guid',
  'created_at',
  'changed_at',
  'claimed_at',
  'decided_at',
  'reviewed_at',
  'started_at',
  'finished_at',
];
/** Not part of the imported data; `changes` contains transaction IDs of the database. */
const beside = ['schema_migrations', 'rate_limits', 'changes'];

/** Table → a checksum of its rows by value; with `exact`, also the next IDs. */
type Snapshot = Readonly<Record<string, string>>;

async function tablesOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ table: string }>(
    "select relname as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  return rows.map(({ table }) => table).filter((table) => !beside.includes(table));
}

/** @param exact everything, to verify that nothing has changed at all */
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
