import { afterEach, expect, it } from '@jest/globals';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase } from '../support/database.js';
import { createEvent } from '../support/factories.js';
import { eventually, startProcess } from '../support/process.js';

afterEach(cleanUp);

it('cached responses are served while every connection of the service waits', async () => {
  const database = await freshDatabase();
  atTheEnd(() => database.drop());
  const event = await createEvent(database.pool);
  const { base } = await startProcess({
    ...{ DATABASE_URL: urlOf(database.address), DATABASE_CONNECTIONS: '3', DATA_DIR: await dataFolder() },
    ...{ LOG_LEVEL: 'error', WORKERS: '1' },
  });
  const read = async (headers?: Record<string, string>) => {
    const response = await fetch(`${base}/v2.1/events/${event}`, headers && { headers });
    await response.text();
    return response.status;
  };
  expect(await read()).toBe(200);
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('lock table access_tokens in access exclusive mode');
  const waiting = Array.from({ length: 6 }, (_, number) => read({ Authorization: `Bearer unknown${number}` }));
  await eventually(async () => {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length >= 2;
  });
  const answers = await Promise.race([Promise.all([read(), read(), read()]), ...waiting]);
  await client.query('rollback');
  client.release();
  expect(answers).toEqual([200, 200, 200]);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
});
