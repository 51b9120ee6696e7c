import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { eventually, stopProcess } from '../support/process.js';
import { sampleDump } from './dump.js';
import { beginImport, emptyLectern, importLegacy, type EmptyLectern, type Imported } from './import.js';
import { startMaria, type Maria } from './maria.js';
import { snapshot } from './snapshot.js';

let maria: Maria;
let from: string;
let lectern: EmptyLectern;
let imported: Imported;

beforeAll(async () => {
  maria = await startMaria();
  await maria.load('sample', sampleDump());
  from = maria.urlOf('sample');
  lectern = await emptyLectern();
  imported = await importLegacy(from, lectern);
});

afterEach(cleanUp);

afterAll(async () => {
  await maria.stop();
  await lectern.remove();
});

async function another(): Promise<EmptyLectern> {
  const fresh = await emptyLectern();
  atTheEnd(() => fresh.remove());
  return fresh;
}

it('imports the same rows and prints the same report in another database', async () => {
  const second = await another();
  expect((await importLegacy(from, second)).tables).toEqual(imported.tables);
  expect(await snapshot(second.pool)).toEqual(await snapshot(lectern.pool));
});

it('changes nothing when it is repeated, and prints the same report', async () => {
  const before = await snapshot(lectern.pool, true);
  expect((await importLegacy(from, lectern)).tables).toEqual(imported.tables);
  expect(await snapshot(lectern.pool, true)).toEqual(before);
});

/** Starts an import, and kills it as soon as it has written a first batch to the table. */
async function killIn(table: string, killed: EmptyLectern): Promise<void> {
  const process = beginImport(from, killed);
  await eventually(async () => ((await killed.pool.query(`select from ${table} limit 1`)).rowCount ?? 0) > 0);
  expect((await stopProcess(process, 'SIGKILL')).code).toBeNull();
}

it.each(['users', 'talks', 'talk_comments'])(
  'is completed by the same command after a kill -9 during the %s, with the same result',
  async (table) => {
    const second = await another();
    await killIn(table, second);
    expect((await importLegacy(from, second)).tables).toEqual(imported.tables);
    expect(await snapshot(second.pool)).toEqual(await snapshot(lectern.pool));
  },
);

it('is completed by the same command after several kills', async () => {
  const second = await another();
  for (const table of ['events', 'event_attendees', 'talk_speakers']) await killIn(table, second);
  expect((await importLegacy(from, second)).tables).toEqual(imported.tables);
  expect(await snapshot(second.pool)).toEqual(await snapshot(lectern.pool));
});
