import type { Fault } from '../fault.js';
import { alike, atMost } from '../finding.js';
import { openClient } from '../client.js';
import { Tally } from '../tally.js';
import { watch } from '../watch.js';

const CONNECTIONS = 6;
const REQUESTS = 60;
const ANSWERED_WITHIN_MS = 1_200;
/** Allowance for two busy cores. */
const TOLERANCE_MS = 500;
/** The service's `lock_timeout` (src/database/open.ts). */
const LOCK_WAIT_MS = 5_000;
const LIVE_WITHIN_MS = 1_000;

/** Row 6: every connection of the pool waits for a lock while further requests queue. */
export const poolExhausted: Fault = {
  number: '6',
  name: 'Every connection of the pool waits for a lock',
  figure: '503 within 1.2 s, or 6.2 s if the statement itself waits for the lock; `/live` and `/ready` return 200',
  quick: true,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    const service = await site.service({ DATABASE_URL: world.url, DATABASE_CONNECTIONS: String(CONNECTIONS) });
    await service.start();
    const tally = new Tally();
    const lock = await world.pool.connect();
    const watches = ['live', 'ready'].map((word) => watch(`${service.adminBase}/${word}`, site.cleanup));
    const tookMs: number[] = [];
    const clients = Array.from({ length: REQUESTS }, (_, place) =>
      openClient(service.base, world.people[place % world.people.length]!.token),
    );
    site.cleanup.add(() => clients.forEach((client) => client.close()));
    // Warm up: the first request of each client takes longer.
    await Promise.all(clients.map((client) => client.get(`/v2.1/events/${world.event}`)));
    try {
      await lock.query('begin');
      await lock.query('lock table talks in access exclusive mode');
      await Promise.all(
        clients.map(async (client, place) => {
          const answer = await (place % 2
            ? client.get(`/v2.1/talks/${world.talks[0]}`)
            : client.graph('query ($id: ID!) { talk(id: $id) { title } }', { id: world.talks[0] }));
          tookMs.push(answer.tookMs);
          tally.count(answer);
        }),
      );
    } finally {
      await lock.query('rollback');
      lock.release();
    }
    for (const one of watches) await one.stop();
    const late = tookMs.filter((took) => took > ANSWERED_WITHIN_MS + TOLERANCE_MS).length;
    const unlocked = await openClient(service.base, world.people[0]!.token).get(`/v2.1/talks/${world.talks[0]}`);
    tally.count(unlocked);
    return {
      answers: tally.counts,
      findings: [
        tally.only('503', 'UNAVAILABLE'),
        tally.retryAfter,
        // Requests that hold connections wait until PostgreSQL cancels their statements.
        atMost('slower responses:', late, CONNECTIONS),
        atMost('slowest response', Math.max(...tookMs), LOCK_WAIT_MS + ANSWERED_WITHIN_MS, ' ms'),
        alike('recovered immediately', unlocked.status, 200),
        alike(
          '/live and /ready always return 200',
          watches.map(({ statuses }) => [...statuses]),
          [[200], [200]],
        ),
        atMost(
          'slowest of /live and /ready',
          Math.max(...watches.map(({ slowestMs }) => slowestMs)),
          LIVE_WITHIN_MS,
          ' ms',
        ),
      ],
    };
  },
};
