import { afterAll, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { runInProcess } from './in-process.js';

afterAll(cleanUp);

it.each([
  'mail list',
  'mail retry --all',
  'user list',
  'user promote ada',
  'user export ada',
  'token list',
  'token create --user ada',
  'application list',
  'event list',
  'event schedule 7',
  'event feedback 7',
  'moderate list',
  'webhook list',
  'usage',
  'doctor --images',
  'export --with-secrets',
  'secret-key replace --yes',
  'import event --from https://api.example.org/v2.1/events/5 --host ada',
])('%s without the DATA_DIR of the service says so, and creates nothing', async (words) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-wrong-'));
  atTheEnd(() => rm(folder, { recursive: true }));
  const dataDirectory = join(folder, '.data');
  expect(await runInProcess(words.split(' '), { DATA_DIR: dataDirectory })).toEqual({
    code: 1,
    output: '',
    errors: `There is no database in ${dataDirectory}: set DATA_DIR or DATABASE_URL as for the service. Nothing was created.\n`,
  });
  expect(existsSync(dataDirectory)).toBe(false);
});
