import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { driftingCounters } from '../database/counter-recounts.js';
import { countRows, rowsRead, wrongSums } from './ledger.js';
import { accounts } from './comparisons/accounts.js';
import { comments } from './comparisons/comments.js';
import { counters } from './comparisons/counters.js';
import { events } from './comparisons/events.js';
import { talks } from './comparisons/talks.js';
import { difference, NO_DIFFERENCE } from './difference.js';
import { sampleDump } from './dump.js';
import { emptyLectern, importLegacy, type EmptyLectern, type Imported } from './import.js';
import { startMaria, type Maria } from './maria.js';
import { sequencesBehind } from './sequences.js';
import { unexpectedSlugs } from './slugs.js';

let maria: Maria;
let lectern: EmptyLectern;
let imported: Imported;

beforeAll(async () => {
  maria = await startMaria();
  await maria.load('sample', sampleDump());
  lectern = await emptyLectern();
  imported = await importLegacy(maria.urlOf('sample'), lectern);
});

afterAll(async () => {
  await maria.stop();
  await lectern.remove();
});

describe('the import of the sample dump', () => {
  it('takes less than a minute, including the start and the end of the process', () => {
    expect(imported.seconds).toBeLessThan(60);
  });

  it('reads every row of every table, and accounts for each', async () => {
    expect(rowsRead(imported)).toEqual(await countRows(maria, 'sample'));
    expect(imported.tables.flatMap(wrongSums)).toEqual([]);
  });

  it('prints the same numbers as a table', () => {
    const [table = ''] = imported.output.split('\n\n');
    const shown = table.split('\n').map((line) => line.split(/ +/));
    const numbers = imported.tables.map((report) => [
      report.table,
      report.read,
      report.imported,
      report.repaired,
      report.skipped,
    ]);
    expect(shown).toEqual([
      ['TABLE', 'READ', 'IMPORTED', 'REPAIRED', 'SKIPPED'],
      ...numbers.map((row) => row.map(String)),
    ]);
  });
});

describe('the contents of the sample dump, by value', () => {
  it.each([...accounts, ...events, ...talks, ...comments, ...counters])(
    'are equal after the import: $what',
    async (asked) => {
      expect(await difference(maria, 'sample', lectern.pool, asked)).toEqual(NO_DIFFERENCE);
    },
  );

  it('has slugs for events without one, generated like in the original', async () => {
    expect(await unexpectedSlugs(lectern.pool)).toEqual([]);
  });

  it('has stubs for talks without one', async () => {
    const { rows } = await lectern.pool.query("select id, stub from talks where id < 3001 and stub !~ '^[0-9a-f]{5}$'");
    expect(rows).toEqual([]);
  });

  it('has counters that equal a recount', async () => {
    expect(await driftingCounters(lectern.pool)).toEqual([]);
  });

  it('reuses none of its IDs', async () => {
    expect(await sequencesBehind(maria, 'sample', lectern.pool)).toEqual([]);
  });
});
