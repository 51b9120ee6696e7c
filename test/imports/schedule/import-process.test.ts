import { afterEach, expect, it } from '@jest/globals';
import { ImportProcess } from '../../../src/transfer/schedule/import-process.js';

let child: ImportProcess;
afterEach(() => child.end());

const options = { zone: 'UTC' };
const file = Buffer.from('title,start\nTalk,2027-05-29 09:00\n');

it('A process of imports parses several files', async () => {
  child = new ImportProcess();
  expect(await child.parse(file, null, options)).toBeNull();
  const report = await child.parse(Buffer.from('Dear all'), null, options);
  expect(report?.problems.map(({ reason }) => reason)).toEqual(['FORMAT_UNKNOWN']);
  expect(child.isUsable).toBe(true);
});

it('An import whose process has ended fails, and nothing else', async () => {
  child = new ImportProcess();
  await child.parse(file, null, options);
  await child.end();
  expect(child.isUsable).toBe(false);
  await expect(child.parse(file, null, options)).rejects.toMatchObject({
    code: 'TOO_LARGE',
    problems: [{ reason: 'IMPORT_TOO_COSTLY' }],
  });
});
