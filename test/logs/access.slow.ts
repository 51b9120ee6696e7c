import { afterEach, describe, expect, it } from '@jest/globals';
import { ask } from '../rest/ask.js';
import { cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase } from '../support/database.js';
import { atTheEnd } from '../support/clean-up.js';
import { startProcess, stopProcess } from '../support/process.js';
import { linesOf } from './log-lines.js';

afterEach(cleanUp);

/** The log of a service at a level, with two requests. */
async function saidAt(LOG_LEVEL: string): Promise<{ answered: unknown[]; others: unknown[] }> {
  const database = await freshDatabase();
  atTheEnd(() => database.drop());
  const service = await startProcess({
    ...{ DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), LOG_LEVEL },
  });
  await ask(service, '/v2.1/languages?resultsperpage=1');
  await ask(service, '/nowhere');
  await stopProcess(service);
  const lines = linesOf(service);
  return {
    answered: lines
      .filter(({ msg }) => msg === 'Request completed')
      .map(({ path, status }) => `${String(path)} ${String(status)}`),
    others: lines.filter(({ msg }) => msg === 'SQL'),
  };
}

describe('Requests', () => {
  it('have a line each at `info`, including the last ones before a shutdown, and no line for their SQL', async () => {
    expect(await saidAt('info')).toEqual({ answered: ['/v2.1/languages 200', '/nowhere 404'], others: [] });
  });

  it('have no line at `warn`', async () => {
    expect(await saidAt('warn')).toEqual({ answered: [], others: [] });
  });
});
