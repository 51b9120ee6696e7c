import { afterAll, afterEach, expect, it } from '@jest/globals';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { startProcess, stopProcess } from '../support/process.js';
import { addressOf } from './worlds.js';

const AT_ONCE = 8;
const ANSWER_MEGABYTES = 20;
const KILOBYTES = 1024;

const folder = await mkdtemp(join(tmpdir(), 'lectern-million-'));
afterEach(cleanUp);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Peak resident memory of a process, in megabytes. */
async function peakOf(process: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${process}/status`, 'utf8');
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) / KILOBYTES;
}

it('serializes responses of ten thousand events sequentially: concurrent ones need no more memory, repeatedly', async () => {
  const service = await startProcess({
    DATABASE_URL: urlOf(addressOf('large')),
    DATA_DIR: folder,
    SECRET_KEY: 'a secret key of the million tests',
    WORKERS: '1',
  });
  atTheEnd(() => stopProcess(service));
  const peaks: number[] = [];
  for (let round = 0; round < 6; round++) {
    const answers = Array.from({ length: AT_ONCE }, async (_, index) => {
      // Each text is different, so that no response is cached.
      const response = await fetch(`${service.base}/v2.1/events?resultsperpage=0&verbose=yes&x=${round}-${index}`);
      let bytes = 0;
      for await (const chunk of response.body!) bytes += (chunk as Uint8Array).length;
      expect({ status: response.status, isLong: bytes > ANSWER_MEGABYTES * 1_000_000 }).toEqual({
        status: 200,
        isLong: true,
      });
    });
    await Promise.all(answers);
    peaks.push(Math.round(await peakOf(service.child.pid)));
  }
  process.stderr.write(
    `${AT_ONCE} answers of 10 000 events at once, round after round: at most ${peaks.join(', ')} MB\n`,
  );
  // Retained responses would add all of their bytes in each of the last three rounds; on a busy machine, late garbage
  // collections add up to those of one round.
  expect(peaks.at(-1)! - peaks[2]!).toBeLessThan(2 * AT_ONCE * ANSWER_MEGABYTES);
  expect(peaks.at(-1)).toBeLessThan(1_000);
}, 300_000);
