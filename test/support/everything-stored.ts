import type { TestDatabase } from './database.js';

/** Every row of every table, as text. */
export async function everythingStored({ pool }: Pick<TestDatabase, 'pool'>): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} as t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}
