import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.js';
import { ConnectionSockets } from '../../src/database/connection-sockets.js';
import { openDatabase, type ServedDatabase } from '../../src/database/open.js';
import { externalLocation } from '../../src/database/database-location.js';
import { watchResponsiveness } from '../../src/database/watch-responsiveness.js';
import { urlOf } from '../support/cluster.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let opened: ServedDatabase;
let said: string[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  const url = urlOf(database.address);
  const config = readConfig({ DATABASE_URL: url });
  const say = (sentence: string) => void said.push(sentence);
  opened = await openDatabase(config, externalLocation(url), say, new AbortController().signal);
  opened.failFast();
});
beforeEach(() => {
  said = [];
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

/** Blocks the event loop. */
function blockFor(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

/** A statement that takes this many seconds, and returns a row at its end. */
async function slowStatement(pool: ServedDatabase['pool'], seconds: number): Promise<unknown> {
  const { rows } = await pool.query("select 'done' as it from pg_sleep($1)", [seconds]);
  return rows;
}

describe('a responsive PostgreSQL is not considered unresponsive', () => {
  const done = [{ it: 'done' }];

  it('while statements take their time', async () => {
    const { pool, pollPool } = opened;
    const slow = [3, 0.5, 3].map((seconds) => slowStatement(pool, seconds));
    expect(await Promise.all([...slow, slowStatement(pollPool, 3)])).toEqual([done, done, done, done]);
    expect(said).toEqual([]);
  });

  it('while a transaction is idle between statements', async () => {
    const client = await opened.pool.connect();
    await client.query('begin');
    await slowStatement(opened.pool, 2);
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.query('rollback');
    client.release();
    expect(said).toEqual([]);
  });

  it('by a process that is busy for two seconds', async () => {
    const slow = slowStatement(opened.pool, 2.5);
    await delay(700);
    blockFor(2_000);
    expect(await slow).toEqual(done);
    expect(said).toEqual([]);
  });

  it('by a process that is busy repeatedly, while the probe needs several turns of the event loop', async () => {
    const { pool } = opened;
    // Like a new connection with TLS and a password.
    const isResponsive = async () => {
      for (let turns = 0; turns < 8; turns += 1) await turn();
      return true;
    };
    const sockets = new ConnectionSockets();
    const log = (sentence: string) => void said.push(sentence);
    const stop = watchResponsiveness({ sockets, pools: [pool], isResponsive, log });
    const slow = slowStatement(pool, 2.5);
    for (const end = performance.now() + 2_000; performance.now() < end; await turn()) blockFor(160);
    stop();
    expect(await slow).toEqual(done);
    expect(said).toEqual([]);
  });
});
