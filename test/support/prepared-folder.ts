import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dataFolder } from './data-folder.js';
import { eventually, startProcess, stopProcess } from './process.js';

/** The folder, made by the global setup, of the data folders that are copied. */
export const PREPARED_VARIABLE = 'LECTERN_TEST_PREPARED';

/**
 * A data folder that a first start has left: its PostgreSQL with the demo conferences, or with reference data only. A
 * copy takes a fraction of the time of a first start.
 */
export async function preparedFolder(content: 'demo' | 'empty'): Promise<string> {
  const folder = await dataFolder();
  await promisify(execFile)('cp', ['-a', await original(content), folder]);
  return folder;
}

/** The workers of a run share it: the first caller makes it, the others wait. */
async function original(content: 'demo' | 'empty'): Promise<string> {
  const prepared = process.env[PREPARED_VARIABLE];
  if (!prepared) throw new Error('The global setup has made no folder: run the tests with npm test');
  const parent = join(prepared, content);
  const [folder, complete] = [join(parent, 'data'), join(parent, 'complete')];
  if (await isFirst(parent)) {
    const service = await startProcess({ DATA_DIR: folder, DEMO_DATA: String(content === 'demo') });
    const { code, errors } = await stopProcess(service);
    if (code !== 0) throw new Error(`The first start has ended with ${code}: ${errors}`);
    await rm(join(folder, 'postgres.log'));
    await writeFile(complete, '');
  }
  await eventually(() => existsSync(complete));
  return folder;
}

/** Whether this call has made the folder. */
async function isFirst(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'EEXIST') return false;
    throw error;
  }
}
