import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { eventually } from '../support/process.js';
import { sampleDump } from './dump.js';
import { beginImport, emptyLectern, importLegacy, type EmptyLectern } from './import.js';
import { startMaria, type Maria } from './maria.js';
import { snapshot } from './snapshot.js';

let maria: Maria;
let from: string;

beforeAll(async () => {
  maria = await startMaria();
  await maria.load('sample', sampleDump());
  from = maria.urlOf('sample');
});

afterEach(cleanUp);

afterAll(() => maria.stop());

/** SQL that breaks a connection of an import that has written something. */
const cuts: Readonly<Record<string, (lectern: EmptyLectern) => Promise<unknown>>> = {
  async 'the legacy'() {
    const [[reader] = []] = await maria.rows(
      'sample',
      "select id from information_schema.processlist where user = 'reader'",
    );
    await maria.rows('sample', `kill ${reader}`);
  },
  'its own': ({ pool }) =>
    pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and application_name = 'lectern' and pid <> pg_backend_pid()`,
    ),
};

it.each(Object.entries(cuts))(
  'a lost connection to the %s database is reported, and the same command resumes',
  async (_, cut) => {
    const [cutOff, whole] = [await emptyLectern(), await emptyLectern()];
    atTheEnd(() => Promise.all([cutOff.remove(), whole.remove()]));
    const { ended } = beginImport(from, cutOff);
    await eventually(async () => ((await cutOff.pool.query('select from talks limit 1')).rowCount ?? 0) > 0);
    await cut(cutOff);
    const { code, output, errors } = await ended;
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors.split('\n').at(-2)).toMatch(/broke|lost|Run the same command again/i);
    expect(errors).not.toMatch(/ {4}at /);

    const { tables } = await importLegacy(from, whole);
    expect((await importLegacy(from, cutOff)).tables).toEqual(tables);
    expect(await snapshot(cutOff.pool)).toEqual(await snapshot(whole.pool));
  },
);
