import { afterEach, expect, it } from '@jest/globals';
import { cleanUp } from '../support/clean-up.js';
import { onServer, urlOf } from '../support/cluster.js';
import { emptyDatabase } from '../support/database.js';
import { dataFolder } from '../support/data-folder.js';
import { startProcess, stopProcess } from '../support/process.js';

afterEach(cleanUp);

it('a start names first-party applications in one line, until COMPATIBILITY is set to either value', async () => {
  const address = await emptyDatabase();
  const environment = {
    DATABASE_URL: urlOf(address),
    DEMO_DATA: 'true',
    SECRET_KEY: 'the same secret key in every process',
    DATA_DIR: await dataFolder(),
  };
  const remindersAtStart = async (settings: Record<string, string>) => {
    const service = await startProcess({ ...environment, ...settings });
    await stopProcess(service);
    return service
      .output()
      .split('\n')
      .filter((line) => line.includes('COMPATIBILITY'));
  };
  // The application of the demo is no website.
  expect(await remindersAtStart({})).toEqual([]);
  await onServer(address, (client) =>
    client.query(`insert into applications (consumer_key, consumer_secret_encrypted, may_use_password_grant, is_first_party,
        is_public, redirect_uris, created_at)
      select 'web2', consumer_secret_encrypted, true, true, false, '{}', now() from applications where consumer_key = 'demo'`),
  );
  for (const WORKERS of ['1', '2']) {
    const lines = await remindersAtStart({ WORKERS });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('COMPATIBILITY is not set, and there are first-party applications: web2.');
  }
  for (const COMPATIBILITY of ['spec', 'legacy']) expect(await remindersAtStart({ COMPATIBILITY })).toEqual([]);
});
