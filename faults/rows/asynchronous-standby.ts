import pg from 'pg';
import type { Fault } from '../fault.js';
import { alike } from '../finding.js';
import { crawl } from '../cached-responses.js';
import { startLoad } from '../load.js';
import { startPrimaryHaproxy } from '../primary-haproxy.js';
import { prove } from '../proof.js';
import { assign, moveEvent, nextTransaction } from '../reused-ids.js';
import { findDebian } from '../servers.js';
import { deafen, promote, startPair } from '../standby.js';
import { until } from '../waiting.js';
import { createWorld } from '../world.js';

const WRITES = 50;
const SECRET_KEY = 'the same secret key in every one of them';

/** Row 3b: an asynchronous standby takes over without the last transactions and reuses their IDs. */
export const asynchronousStandby: Fault = {
  number: '3b',
  name: 'All PostgreSQL processes are killed, and an asynchronous standby without the last writes is promoted; two services',
  figure:
    'only writes that the standby had not received are lost; no cached response differs from a computed one, neither in a polling process nor in an idle one',
  quick: true,
  servers: 'own',
  needs: ['postgresql', 'haproxy'],
  async inject(site) {
    const [primary, standby] = await startPair(site, findDebian()!);
    const database = 'lectern';
    await primary.createDatabase(database);
    const { url: DATABASE_URL, notices } = await startPrimaryHaproxy(site, [primary, standby], database);
    const [polling, silent] = [
      await site.service({ DATABASE_URL, SECRET_KEY }),
      await site.service({ DATABASE_URL, SECRET_KEY }),
    ];
    for (const service of [polling, silent]) await service.start();
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 4 });
    pool.on('error', () => undefined);
    site.cleanup.add(() => pool.end());
    const world = await createWorld(pool);
    const load = startLoad(polling.base, world, site.cleanup);
    await load.more(WRITES);
    const received = [...load.acknowledged];
    const [{ lsn } = { lsn: '' }] = (await primary.ask('select pg_current_wal_flush_lsn() as lsn')) as {
      lsn: string;
    }[];
    await until('The standby has received the acknowledged writes', async () => {
      const rows = await primary.ask(`select from pg_stat_replication where flush_lsn >= '${lsn}'`);
      return rows.length === 1;
    });
    await deafen(primary);
    await load.more(WRITES);
    // The standby lacks the records that are cached now.
    await moveEvent(pool, world.event);
    await site.fillCaches();
    const assigned = await nextTransaction(pool);
    await primary.kill();
    await promote(standby);
    await notices(0, 'DOWN');
    await load.more(1);
    await load.well(performance.now());
    await load.stop();
    await crawl(polling);
    await moveEvent(pool, world.event);
    await assign(pool, Math.max(0, assigned - (await nextTransaction(pool))) + 1, 'commit');
    const kept = await prove(world, load.acknowledged);
    const early = await prove(world, received);
    return {
      answers: load.tally.counts,
      kept,
      findings: [
        load.tally.only('503', 'UNAVAILABLE'),
        { what: `${kept.lost} acknowledged writes were lost with the primary`, kept: kept.lost > 0 },
        alike('0 lost of the writes that the standby had received', early.lost, 0),
        alike('0 twice, 0 counters off', [kept.duplicates, kept.drifts], [0, 0]),
      ],
    };
  },
};
