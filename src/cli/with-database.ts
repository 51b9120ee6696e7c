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
