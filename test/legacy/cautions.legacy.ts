import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { driftingCounters } from '../database/counter-recounts.js';
import { countRows, reasonsFor, rowsRead, wrongSums } from './ledger.js';
import { comments } from './cautions/comments.js';
import { events } from './cautions/events.js';
import { repaired, skipped } from './cautions/named.js';
import { people } from './cautions/people.js';
import { talks } from './cautions/talks.js';
import { rowsOf } from './difference.js';
import { cautions } from './dump.js';
import { emptyLectern, importLegacy, type EmptyLectern, type Imported } from './import.js';
import { startMaria, type Maria } from './maria.js';
import { sequencesBehind } from './sequences.js';

let maria: Maria;
let lectern: EmptyLectern;
let imported: Imported;

beforeAll(async () => {
  maria = await startMaria();
  await maria.load('cautions', cautions());
  lectern = await emptyLectern();
  imported = await importLegacy(maria.urlOf('cautions'), lectern);
});

afterAll(async () => {
  await maria.stop();
  await lectern.remove();
});

describe('of a database with every kind of defect', () => {
  it.each([...people, ...events, ...talks, ...comments])('$what', async ({ sql, rows }) => {
    expect(await rowsOf(lectern.pool, sql)).toEqual(rows);
  });

  it('usernames and addresses are unique, and none is empty', async () => {
    const { rows } = await lectern.pool.query(
      "select id from users where username = '' or email = '' or id = 9 and username = 'r&d'",
    );
    expect(rows).toEqual([]);
    expect(await rowsOf(lectern.pool, 'select id from users where id in (8, 9, 11) order by id')).toEqual([
      ['8'],
      ['9'],
      ['11'],
    ]);
  });

  it('counters equal a recount', async () => {
    expect(await driftingCounters(lectern.pool)).toEqual([]);
  });

  it('no ID is reused, including those of deleted rows', async () => {
    expect(await sequencesBehind(maria, 'cautions', lectern.pool)).toEqual([]);
  });
});

describe('the report on it', () => {
  it('accounts for each row of each table, including unused ones', async () => {
    expect(rowsRead(imported)).toEqual(await countRows(maria, 'cautions'));
    expect(imported.tables.flatMap(wrongSums)).toEqual([]);
  });

  const rowsOfTables = (tables: Readonly<Record<string, readonly number[]>>) =>
    Object.entries(tables).flatMap(([table, ids]) => ids.map((id) => ({ table, id })));
  const unnamed = (tables: Readonly<Record<string, readonly number[]>>, kind: string) =>
    rowsOfTables(tables)
      .filter(({ table, id }) => !reasonsFor(imported, table, id).some((reason) => reason.startsWith(`${kind}: `)))
      .map(({ table, id }) => `${table} ${id}: ${reasonsFor(imported, table, id).join('; ') || 'nothing'}`);

  it('gives the reasons for each changed row', () => {
    expect(unnamed(repaired, 'repaired')).toEqual([]);
  });

  it('gives the reasons for each skipped row', () => {
    expect(unnamed(skipped, 'skipped')).toEqual([]);
  });

  it('says of a pending speaker that the name becomes visible (decisions no. 42)', () => {
    expect(reasonsFor(imported, 'talk_speaker', 10)).toContain(
      'repaired: a pending speaker, hidden until now, is visible by name; the claim of the account awaits approval',
    );
  });

  it('warns of talks truncated at 255 bytes (f), descriptions that repeat the title (b), and lost slides', () => {
    expect([6, 4, 16].map((id) => reasonsFor(imported, 'talks', id).join('; '))).toEqual([
      expect.stringMatching(/255 bytes/),
      expect.stringMatching(/description equals its title/),
      expect.stringMatching(/URL/),
    ]);
  });
});
