import { afterEach, expect, it } from '@jest/globals';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { eventually, startProcess, stopProcess } from '../support/process.js';
import { startFakeCdn } from './fake-cdn.js';

afterEach(cleanUp);

const SECRET_KEY = 'the same secret key in every process';

it('one process of the installation purges, and another one takes over when it is killed or stopped', async () => {
  const database = await freshDatabase();
  atTheEnd(() => database.drop());
  const cdn = await startFakeCdn();
  atTheEnd(() => cdn.close());
  const event = await make.createEvent(database.pool);
  const rename = () => database.pool.query(`update events set name = name || '!' where id = $1`, [event]);
  const start = async (name: string, environment: Record<string, string> = {}) =>
    startProcess({
      ...{ DATABASE_URL: urlOf(database.address), LOG_LEVEL: 'error', SECRET_KEY, DATA_DIR: await dataFolder() },
      ...{ CDN_KEY_HEADER: 'xkey', CDN_PURGE_URL: `${cdn.url}/${name}`, ...environment },
    });
  /** Where keys were purged since the given request, as `<path> <key>`. */
  const purged = (since: number) =>
    cdn.received.slice(since).flatMap(({ path, headers }) =>
      String(headers['xkey'])
        .split(' ')
        .map((key) => `${path} ${key}`),
    );

  const first = await start('first');
  await eventually(() => purged(0).includes('/purge/first lectern'));
  const second = await start('second', { WORKERS: '2' });
  await rename();
  await eventually(() => purged(0).includes(`/purge/first lectern-${event}`));
  expect(purged(0).filter((one) => one.startsWith('/purge/second'))).toEqual([]);

  await stopProcess(first, 'SIGKILL');
  const killedAt = cdn.received.length;
  await rename();
  await eventually(() => purged(killedAt).includes('/purge/second lectern'));
  await rename();
  await eventually(() => purged(killedAt).includes(`/purge/second lectern-${event}`));

  const third = await start('third');
  const { rows } = await database.pool.query<{ task: string }>('select task from leases');
  expect(rows).toEqual([{ task: 'cdn-purge' }]);
  expect(purged(0).filter((one) => one.startsWith('/purge/third'))).toEqual([]);
  const { code } = await stopProcess(second);
  expect(code).toBe(0);
  await eventually(() => purged(killedAt).includes('/purge/third lectern'));
  await stopProcess(third);
  // Released.
  expect((await database.pool.query('select from leases')).rowCount).toBe(0);
});
