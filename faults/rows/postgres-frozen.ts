import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import { alike, atMost } from '../finding.js';
import { startLoad } from '../load.js';
import { nothingLost, prove } from '../proof.js';
import { watch } from '../watch.js';

const FROZEN_MS = 8_000;
const ANSWERED_WITHIN_MS = 2_000;
const LIVE_WITHIN_MS = 1_000;
const WELL_WITHIN_MS = 1_000;

/** Row 5: PostgreSQL accepts connections but is unresponsive, as with a hanging disk. */
export const postgresFrozen: Fault = {
  number: '5',
  name: 'PostgreSQL is frozen (`SIGSTOP` of all its processes)',
  figure:
    '503 within 2 s; `/live` responds within 1 s; recovery within 1 s of `SIGCONT`; no acknowledged write is lost',
  quick: true,
  servers: 'each',
  async inject(site) {
    const world = await site.world();
    const service = await site.service({ DATABASE_URL: world.url });
    await service.start();
    const load = startLoad(service.base, world, site.cleanup);
    await load.more(50);
    const live = watch(`${service.adminBase}/live`, site.cleanup);
    load.tally.forgetTimes();
    site.postgres.freeze();
    await sleep(FROZEN_MS);
    site.postgres.thaw();
    const wellAfterMs = await load.well(performance.now());
    await live.stop();
    await load.more(50);
    await load.stop();
    const kept = await prove(world, load.acknowledged);
    return {
      answers: load.tally.counts,
      kept,
      wellAfterMs,
      findings: [
        load.tally.only('503', 'UNAVAILABLE'),
        load.tally.retryAfter,
        atMost('slowest response', load.tally.slowestMs, ANSWERED_WITHIN_MS, ' ms'),
        alike('/live always returns 200', [...live.statuses], [200]),
        atMost('slowest /live', live.slowestMs, LIVE_WITHIN_MS, ' ms'),
        atMost('recovered after', wellAfterMs, WELL_WITHIN_MS, ' ms'),
        ...nothingLost(kept),
      ],
    };
  },
};
