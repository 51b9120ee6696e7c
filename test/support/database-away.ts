import { onServer } from './cluster.js';
import { testServer, type TestDatabase } from './database.js';

/** Runs work while the database is unreachable: it is renamed, and all its connections are terminated. */
export async function withDatabaseAway(
  { address }: Pick<TestDatabase, 'address'>,
  work: () => Promise<void>,
): Promise<void> {
  const name = 'url' in address ? new URL(address.url).pathname.slice(1) : String(Reflect.get(address, 'database'));
  const rename = (from: string, to: string) =>
    onServer(testServer(), async (client) => {
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from]);
      await client.query(`alter database ${from} rename to ${to}`);
    });
  await rename(name, `${name}_away`);
  try {
    await work();
  } finally {
    await rename(`${name}_away`, name);
  }
}
