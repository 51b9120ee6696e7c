import { onServer } from './cluster.js';
import { testServer, type TestDatabase } from './database.js';

/** Works while the database is not to be reached: it has another name meanwhile, and all its connections have ended. */
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
