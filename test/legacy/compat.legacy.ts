import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { asTable } from '../../compat/report.js';
import { runCompat } from '../../compat/run.js';
import { cleanUp } from '../support/clean-up.js';
import { startProcess, stopProcess } from '../support/process.js';
import { cautions, sampleDump } from './dump.js';
import { emptyLectern, importLegacy, type EmptyLectern } from './import.js';
import { startMaria, type Maria } from './maria.js';

let maria: Maria;
let lectern: EmptyLectern;

beforeAll(async () => {
  maria = await startMaria();
});
afterEach(async () => {
  await cleanUp();
  await lectern.remove();
});
afterAll(() => maria.stop());

it.each([
  ['sample', sampleDump, 'tokadmin00000000'],
  ['cautions', cautions, undefined],
] as const)('the import of the dump "%s" satisfies the v2.1 contract', async (database, dump, token) => {
  await maria.load(database, dump());
  lectern = await emptyLectern();
  await importLegacy(maria.urlOf(database), lectern);
  const service = await startProcess(lectern.environment);
  const settings = { original: false, sample: 5, concurrency: 4, pause: 0, timeout: 30_000 };
  const report = await runCompat({ ...settings, base: service.base, token }, () => undefined);
  await stopProcess(service);
  const failures = report.results.filter(({ outcome }) => outcome === 'FAILED');
  expect(failures.map((result) => asTable({ ...report, results: [result] }))).toEqual([]);
});
