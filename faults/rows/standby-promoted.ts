import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Fault } from '../fault.js';
import { alike, atMost } from '../finding.js';
import { startLoad } from '../load.js';
import { startPrimaryHaproxy } from '../primary-haproxy.js';
import { nothingLost, prove } from '../proof.js';
import { findDebian } from '../servers.js';
import { deafen, follow, promote, startPair, synchronize } from '../standby.js';
import { createWorld } from '../world.js';

const WRITES = 50;
/** Replication is suspended for this time before the primary dies: writes acknowledged without the standby are lost. */
const DEAF_MS = 500;
const WELL_WITHIN_MS = 3_000;

/** Row 3: the primary dies and its standby takes over; a full run alternates the roles. */
export const standbyPromoted: Fault = {
  number: '3',
  name: 'All PostgreSQL processes are killed, the synchronous standby is promoted, and the former primary follows it',
  figure:
    'only 503 with `Retry-After`; recovery, including writes, within 3 s of `pg_ctl promote`; the service process survives; no acknowledged write is lost',
  quick: true,
  servers: 'own',
  needs: ['postgresql', 'haproxy'],
  async inject(site) {
    let [primary, standby] = await startPair(site, findDebian()!);
    await synchronize(primary);
    const database = 'lectern';
    await primary.createDatabase(database);
    const { url } = await startPrimaryHaproxy(site, [primary, standby], database);
    const service = await site.service({ DATABASE_URL: url });
    await service.start();
    const { pid } = service;
    const pool = new pg.Pool({ connectionString: url, max: 4 });
    pool.on('error', () => undefined);
    site.cleanup.add(() => pool.end());
    const world = await createWorld(pool);
    await site.fillCaches();
    const load = startLoad(service.base, world, site.cleanup);
    let [firstWriteMs, wellAfterMs] = [0, 0];
    for (let turn = 0; turn < (site.quick ? 1 : 4); turn += 1) {
      await load.more(WRITES);
      await deafen(primary);
      await sleep(DEAF_MS);
      await primary.kill();
      const begin = performance.now();
      await promote(standby);
      await load.more(1);
      firstWriteMs = Math.max(firstWriteMs, performance.now() - begin);
      wellAfterMs = Math.max(wellAfterMs, await load.well(begin));
      await follow(primary, standby);
      [primary, standby] = [standby, primary];
      await synchronize(primary);
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
        atMost('the first write acknowledged after', firstWriteMs, WELL_WITHIN_MS, ' ms'),
        atMost('recovered after', wellAfterMs, WELL_WITHIN_MS, ' ms'),
        alike('the same process', [service.isRunning, service.pid], [true, pid]),
        ...nothingLost(kept),
      ],
    };
  },
};
