import { readFileSync, statSync } from 'node:fs';
import { newToken } from '../../src/core/common/bearer-token.js';
import type { Fault } from '../fault.js';
import { alike, atMost } from '../finding.js';
import { openClient, type Answer } from '../client.js';
import { Tally } from '../tally.js';

const CLIENTS = 8;
/** LIMIT_UNKNOWN_TOKEN_ADDRESS per minute: beyond it every token is rejected without a database query. */
const LOOKED_UP = 100;

/** Row 21: an attacker guesses access tokens. */
export const wrongTokens: Fault = {
  number: '21',
  name: 'Thousands of wrong tokens from one address',
  figure: `${LOOKED_UP} per minute, plus one per request in flight, reach the database; all responses are identical`,
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
    // Each lookup is one log entry, for named and unnamed statements; its text may continue on further lines.
    const lookups = log.match(/LOG: {2}(execute [^\n]*|statement): [^\n]*(?:\n\t[^\n]*)*?access_tokens/g)?.length ?? 0;
    return {
      answers: tally.counts,
      findings: [
        alike('all responses are identical', bodies.size, 1),
        { what: 'at least one lookup in the database', kept: lookups > 0 },
        atMost('lookups in the database:', lookups, (LOOKED_UP + CLIENTS) * (minutes + 1)),
      ],
    };
  },
};
