import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';
import { openDatabase, type ServedDatabase } from '../../src/database/open.js';
import { externalLocation } from '../../src/database/database-location.js';
import { translateDatabaseError } from '../../src/core/transaction/run.js';
import { urlOf } from '../support/cluster.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

/** One of three connections is for polls. */
const CONNECTIONS = 2;

let database: TestDatabase;
let opened: ServedDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const url = urlOf(database.address);
  const config = readConfig({ DATABASE_URL: url, DATABASE_CONNECTIONS: String(CONNECTIONS + 1) });
  opened = await openDatabase(config, externalLocation(url), () => undefined, new AbortController().signal);
  opened.failFast();
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const sleep = async (seconds: number): Promise<number | null> =>
  (await opened.pool.query('select pg_sleep($1)', [seconds])).rowCount;

const all = <Value>(count: number, make: () => Value): Value[] => Array.from({ length: count }, make);

describe('a caller that waits for a connection', () => {
  it('is rejected after about a second if none becomes free; the holder of one keeps it', async () => {
    // Longer than the watch needs on a busy machine, and shorter than the statement timeout.
    let held = CONNECTIONS;
    const holders = all(CONNECTIONS, () => sleep(8).finally(() => (held -= 1)));
    const failures = await Promise.all(
      all(20, () => sleep(0).catch((error: unknown) => translateDatabaseError(error))),
    );
    expect(failures).toEqual(all(20, () => expect.objectContaining({ code: 'UNAVAILABLE' })));
    expect(held).toBe(CONNECTIONS);
    expect(await Promise.all(holders)).toEqual(all(CONNECTIONS, () => 1));
    const { totalCount, idleCount, waitingCount } = opened.pool;
    expect([totalCount, idleCount, waitingCount]).toEqual([CONNECTIONS, CONNECTIONS, 0]);
  });

  it('waits longer while the queue makes progress', async () => {
    expect(await Promise.all(all(30, () => sleep(0.1)))).toEqual(all(30, () => 1));
  });
});
