import type { ClientBase, Pool } from 'pg';
import { configurationWarnings, readConfig, type Config } from '../config/config.js';
import { openDatabaseForCommand, type OpenDatabase } from '../database/open.js';

/**
 * Runs a command on the configured database, and always closes it.
 *
 * @param mayCreate whether the command can be the first one of an installation: others, started in another folder than
 *   the service, would create an empty database there and report it
 */
export async function withDatabase<Value>(
  work: (database: OpenDatabase, config: Config) => Promise<Value>,
  { mayCreate = false } = {},
): Promise<Value> {
  const config = readConfig();
  const print = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
  configurationWarnings().forEach(print);
  const database = await openDatabaseForCommand(config, print, mayCreate);
  try {
    return await work(database, config);
  } finally {
    await database.close();
  }
}

/**
 * Runs long work on a dedicated connection. Closing it afterwards releases its locks and rolls back open transactions.
 */
export async function withConnection<Value>(pool: Pool, work: (client: ClientBase) => Promise<Value>): Promise<Value> {
  const client = await pool.connect();
  // A lost connection fails the next statement; without a listener, the event would end the process.
  client.on('error', () => undefined);
  try {
    return await work(client);
  } finally {
    client.release(true);
  }
}
