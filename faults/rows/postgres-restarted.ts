import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import { alike, atMost } from '../finding.js';
import { startLoad } from '../load.js';
import { nothingLost, prove } from '../proof.js';

const AWAY_MS = 1_000;
const WELL_WITHIN_MS = 3_000;
const WRITES = 50;

/** Row 4: PostgreSQL is stopped and killed under load, then restarted. */
export const postgresRestarted: Fault = {
  number: '4',
  name: 'PostgreSQL is restarted, then all its processes are killed',
  figure:
    'only 503 with `Retry-After`; recovery within 3 s of its start; the service process survives; no acknowledged write is lost',
  quick: true,
  servers: 'each',
  async inject(site) {
    const world = await site.world();
    const service = await site.service({ DATABASE_URL: world.url });
    await service.start();
    const { pid } = service;
    const load = startLoad(service.base, world, site.cleanup);
    let wellAfterMs = 0;
    for (const end of ['stop', 'kill'] as const) {
      await load.more(WRITES);
      await site.postgres[end]();
      await sleep(AWAY_MS);
      await site.postgres.start();
      wellAfterMs = Math.max(wellAfterMs, await load.well(performance.now()));
    }
    await load.more(WRITES);
    await load.stop();
    const kept = await prove(world, load.acknowledged);
    return {
      answers: load.tally.counts,
      kept,
      wellAfterMs,
      findings: [
        load.tally.only('503', 'UNAVAILABLE'),
        load.tally.retryAfter,
        atMost('recovered after', wellAfterMs, WELL_WITHIN_MS, ' ms'),
        alike('the same process', [service.isRunning, service.pid], [true, pid]),
        ...nothingLost(kept),
      ],
    };
  },
};
