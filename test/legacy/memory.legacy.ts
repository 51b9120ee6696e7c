import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { rowsOf } from './difference.js';
import { sampleDump } from './dump.js';
import { beginImport, emptyLectern } from './import.js';
import { startMaria, type Maria } from './maria.js';

const MEGABYTE_IN_KILOBYTES = 1024;
/** Small for both generations: otherwise the young one grows over time to its own limit, whatever the rows are. */
const SMALL_HEAP = ['--max-old-space-size=64', '--max-semi-space-size=4'];

let maria: Maria;

beforeAll(async () => {
  maria = await startMaria();
});

afterEach(cleanUp);

afterAll(() => maria.stop());

/** The sample with this many comments on its talks instead of its own: 200 characters each, as usual. */
const withComments = (count: number): string => `${sampleDump()}
  truncate talk_comments;
  insert into talk_comments (talk_id, rating, comment, created_at, private, active, user_id, source)
    select 3001 + seq % 60, 1 + seq % 5, repeat(concat('Comment ', seq, '. '), 12), '2015-01-01 00:00:00' + interval seq second,
      0, 1, 301 + seq % 5, 'web' from seq_1_to_${count};`;

/** Peak resident memory of the process, in megabytes. */
async function peakOfImport(database: string, comments: number): Promise<number> {
  const lectern = await emptyLectern();
  atTheEnd(() => lectern.remove());
  const { child, ended } = beginImport(maria.urlOf(database), lectern, ...SMALL_HEAP);
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0));
    await delay(50);
  }
  const { code, errors } = await ended;
  expect({ code, errors: code === 0 ? '' : errors }).toEqual({ code: 0, errors: '' });
  expect(await rowsOf(lectern.pool, 'select count(*) from talk_comments')).toEqual([[String(comments)]]);
  return peak / MEGABYTE_IN_KILOBYTES;
}

it('needs no more memory for 200 000 comments than for 20 000, and little for either', async () => {
  await maria.load('small', withComments(20_000));
  await maria.load('large', withComments(200_000));
  const small = await peakOfImport('small', 20_000);
  const large = await peakOfImport('large', 200_000);
  process.stderr.write(`At most ${Math.round(small)} MB for 20 000 comments, ${Math.round(large)} MB for 200 000.\n`);
  expect(small).toBeLessThan(250);
  expect(large).toBeLessThan(250);
  expect(large - small).toBeLessThan(20);
}, 240_000);
