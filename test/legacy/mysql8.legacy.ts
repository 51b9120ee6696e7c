import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sampleDump } from './dump.js';
import { countRows, rowsRead, wrongSums } from './ledger.js';
import { emptyLectern, importLegacy, type EmptyLectern } from './import.js';
import { startMaria, type Maria } from './maria.js';

/** The sample as MySQL 8 would dump it: its default collation, and conditional comments that MariaDB ignores. */
const fromMysql8 = (): string =>
  `/*!80000 SET @OLD_NOTE=@@NOTE */;\n${sampleDump()}`
    .replaceAll(/utf8mb4_(?:unicode|general)_ci/g, 'utf8mb4_0900_ai_ci')
    .replaceAll(/(DEFAULT CHARSET=)\w+( COLLATE=)\w+/g, '$1utf8mb4$2utf8mb4_0900_ai_ci');

/** The filter of docs/moving-over.md. */
function documentedFilter(): string {
  const [, filter] =
    /^zcat dump\.sql\.gz \| (sed .*) \| mariadb legacy$/m.exec(readFileSync('docs/moving-over.md', 'utf8')) ?? [];
  if (filter === undefined) throw new Error('docs/moving-over.md has no filter for dumps of MySQL 8');
  return filter;
}

let maria: Maria;
let lectern: EmptyLectern;

beforeAll(async () => {
  maria = await startMaria();
  lectern = await emptyLectern();
});

afterAll(async () => {
  await maria.stop();
  await lectern.remove();
});

it('a dump of MySQL 8 fails in MariaDB with error 1273, and is imported after the documented replacement', async () => {
  const dump = fromMysql8();
  expect(dump).toContain('utf8mb4_0900_ai_ci');
  await expect(maria.load('mysql8', dump)).rejects.toThrow('ERROR 1273');
  const { stdout, status } = spawnSync('sh', ['-c', documentedFilter()], {
    input: dump,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  expect(status).toBe(0);
  await maria.load('replaced', stdout);
  const imported = await importLegacy(maria.urlOf('replaced'), lectern);
  expect(rowsRead(imported)).toEqual(await countRows(maria, 'replaced'));
  expect(imported.tables.flatMap(wrongSums)).toEqual([]);
  await maria.load('sample', sampleDump());
  expect(rowsRead(imported)).toEqual(await countRows(maria, 'sample'));
});
