import { join } from 'node:path';
import type { Fault } from '../fault.js';
import { alike } from '../finding.js';
import { Tally } from '../tally.js';
import { openClient } from '../client.js';

/** Generous, for a busy machine. */
const REFUSED_WITHIN_MS = 60_000;
const AT_ONCE_MS = 100;

/** Row 26: a second service starts on a data folder that is in use. */
export const twoOnOneFolder: Fault = {
  number: '26',
  name: 'Two services on one data folder, with the PostgreSQL in it',
  figure: 'the second one exits with code 1 and one message; the first one keeps running with the same data',
  quick: true,
  servers: 'one',
  async inject(site) {
    const DATA_DIR = join(await site.folder(), 'data');
    const environment = { DATA_DIR, NODE_ENV: 'development', DEMO_DATA: 'true' };
    const first = await site.service(environment);
    // Always stop it gracefully: a killed service leaves its embedded PostgreSQL running.
    site.cleanup.add(() => first.stop());
    await first.start();
    const tally = new Tally();
    const client = openClient(first.base);
    const ask = async (): Promise<string> => {
      const answer = await client.get('/v2.1/events?filter=all&resultsperpage=0&start=0');
      tally.count(answer);
      return answer.body;
    };
    const before = await ask();
    const second = await site.service(environment);
    second.spawn();
    for (const begin = performance.now(); second.isRunning && performance.now() - begin < REFUSED_WITHIN_MS;)
      await ask();
    const code = await second.ended(AT_ONCE_MS);
    const { errors } = second;
    const after = await ask();
    client.close();
    return {
      answers: tally.counts,
      findings: [
        tally.only(),
        alike('the second one exits with code 1', code, 1),
        alike(
          'and reports the reason',
          /^Another Lectern service already uses the data folder [^\n]+\n$/.test(errors) || errors,
          true,
        ),
        alike('the first one has the same data', after === before, true),
        alike('and exits with code 0', await first.stop(), 0),
      ],
    };
  },
};
