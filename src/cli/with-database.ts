import type { ClientBase, Pool } from 'pg';
import { readConfig, type Config } from '../config.js';
import { openDatabaseForCommand, type OpenDatabase } from '../database/open.js';

/** Runs a command on the database that the environment names, and closes it whatever happens. */
export async function withDatabase<Value>(
  work: (database: OpenDatabase, config: Config) => Promise<Value>,
): Promise<Value> {
  const config = readConfig();
  const database = await openDatabaseForCommand(config, (sentence) => process.stderr.write(`${sentence}\n`));
  try {
    return await work(database, config);
  } finally {
    await database.close();
  }
}

/** Runs long work on a connection of its own, which ends with it: so do its locks and whatever it left undone. */
export async function withConnection<Value>(pool: Pool, work: (client: ClientBase) => Promise<Value>): Promise<Value> {
  const client = await pool.connect();
  // A connection that is lost shows in the next statement; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    return await work(client);
  } finally {
    client.release(true);
  }
}
