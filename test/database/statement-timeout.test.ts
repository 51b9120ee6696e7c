import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { readConfig, type Config } from '../../src/config.js';
import { openDatabase, openDatabaseForCommand, type OpenDatabase } from '../../src/database/open.js';
import { createOrm, poolOf } from '../../src/database/orm.js';
import { externalPlace } from '../../src/database/place.js';
import { createRun, statement } from '../../src/reads/statement.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** The database's address as `DATABASE_URL` writes it, also where it is a socket. */
function addressAsUrl(): string {
  const { address } = database;
  if ('url' in address) return address.url;
  const { user, host, port, database: name } = address;
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`;
}

describe('a statement that takes too long', () => {
  it('is ended, and answered as a database that is not available', async () => {
    const orm = await createOrm(database.address, 1, 100);
    const run = createRun(await poolOf(orm), { prepared: true });
    const sleep = statement<object, object>('sleep', () => sql<object>`select pg_sleep(20)`);
    await expect(run(sleep, {})).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      problems: [{ reason: 'DATABASE_UNREACHABLE' }],
    });
    await orm.close(true);
  });

  const openForService = (config: Config) =>
    openDatabase(config, externalPlace(addressAsUrl()), () => undefined, new AbortController().signal);
  it.each<[string, string, (config: Config) => Promise<OpenDatabase>]>([
    ['a service', '10s', openForService],
    ['a command, which may take its time', '0', (config) => openDatabaseForCommand(config, () => undefined)],
  ])('is bounded for %s by %s', async (_, timeout, open) => {
    const opened = await open(readConfig({ DATABASE_URL: addressAsUrl() }));
    const { rows } = await opened.pool.query('show statement_timeout');
    await opened.close();
    expect(rows).toEqual([{ statement_timeout: timeout }]);
  });
});
