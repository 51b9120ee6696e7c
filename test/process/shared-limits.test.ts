import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { ask } from '../rest/ask.js';
import { times } from '../rest/at-once.js';
import { cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { startProcess, type ServiceProcess } from '../support/process.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(cleanUp);
afterAll(() => database.drop());

it('two services on one database share the limit of writes of a user', async () => {
  const { pool } = database;
  const talk = await make.createTalk(pool, await make.createEvent(pool));
  const start = async () =>
    startProcess({
      ...{ DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), WORKERS: '1', LOG_LEVEL: 'error' },
      ...{ SECRET_KEY: 'the same secret key in both services', LIMIT_WRITES_USER: '6/600' },
    });
  const services = [await start(), await start()];
  const token = await make.createToken(pool, await make.createUser(pool));
  const star = (service: ServiceProcess) => ask(service, `/v2.1/talks/${talk}/starred`, { method: 'POST', token });

  const remaining: unknown[] = [];
  for (let write = 0; write < 4; write += 1) {
    const { status, headers } = await star(services[write % 2]!);
    remaining.push([status, headers.get('ratelimit-policy'), headers.get('ratelimit')?.replace(/t=\d+$/, '')]);
  }
  expect(remaining).toEqual([5, 4, 3, 2].map((left) => [201, '"writes_user";q=6;w=600', `"writes_user";r=${left};`]));
  const concurrent = await Promise.all(times(8, (index) => star(services[index % 2]!)));
  const statuses = concurrent.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, 201, 429, 429, 429, 429, 429, 429]);
});
