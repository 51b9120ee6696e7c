import { readFileSync, statSync } from 'node:fs';
import { newToken } from '../../src/domain/token/bearer-token.js';
import type { Fault } from '../fault.js';
import { alike, atMost } from '../finding.js';
import { openClient, type Answer } from '../client.js';
import { Tally } from '../tally.js';

const CLIENTS = 8;
/** LIMIT_UNKNOWN_TOKEN_ADDRESS: past so many a minute every token is unknown, without a look at the database. */
const LOOKED_UP = 100;

/** Row 21: somebody guesses tokens. */
export const wrongTokens: Fault = {
  number: '21',
  name: 'Thousands of wrong tokens from one address',
  figure: `${LOOKED_UP} a minute, and one for each request in flight, reach the database; every answer is the same`,
  quick: true,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    await world.pool.query(`alter database ${new URL(world.url).pathname.slice(1)} set log_statement = 'all'`);
    const service = await site.service({ DATABASE_URL: world.url });
    await service.start();
    const tally = new Tally();
    const bodies = new Set<string>();
    const logged = statSync(site.postgres.logFile).size;
    const begin = performance.now();
    let left = site.quick ? 2_000 : 10_000;
    const guess = async () => {
      for (; left > 0;) {
        left -= 1;
        const client = openClient(service.base, newToken());
        const answer: Answer = await client.post(`/v2.1/talks/${world.talks[0]}/comments`, { comment: 'A', rating: 1 });
        client.close();
        tally.count(answer);
        bodies.add(`${answer.status} ${answer.body}`);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, guess));
    const minutes = Math.ceil((performance.now() - begin) / 60_000);
    const log = readFileSync(site.postgres.logFile).subarray(logged).toString();
    // Each look-up is one line of the log, be the statement named or not; that of its text may follow on others.
    const lookups = log.match(/LOG: {2}(execute [^\n]*|statement): [^\n]*(?:\n\t[^\n]*)*?access_tokens/g)?.length ?? 0;
    return {
      answers: tally.counts,
      findings: [
        alike('every answer is the same', bodies.size, 1),
        { what: 'the database was asked at all', kept: lookups > 0 },
        atMost('look-ups in the database:', lookups, (LOOKED_UP + CLIENTS) * (minutes + 1)),
      ],
    };
  },
};
