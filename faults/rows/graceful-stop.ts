import type { Fault } from '../fault.js';
import { alike, atMost } from '../finding.js';
import { openClient } from '../client.js';
import { startLoad } from '../load.js';
import { nothingLost, prove } from '../proof.js';
import type { Service } from '../service.js';
import { until } from '../waiting.js';
import type { World } from '../world.js';
import { setTimeout as sleep } from 'node:timers/promises';

const STOPPED_WITHIN_MS = 15_000;
const AT_ONCE_MS = 1_000;
/** Terminals and npm send duplicate signals; a second signal after this time is intentional. */
const MEANT_AFTER_MS = 1_200;

/** Row 18, with one process: graceful shutdown under load. */
export const gracefulStop: Fault = {
  number: '18',
  name: '`SIGTERM` under load, with one process',
  figure: 'no request fails; exit code 0 within 15 s; a second signal terminates immediately',
  quick: true,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    const service = await site.service({ DATABASE_URL: world.url });
    await service.start();
    const load = startLoad(service.base, world, site.cleanup, { clients: 4, whenRefused: 'leave' });
    await load.more(100);
    const begin = performance.now();
    const code = await service.stop();
    const stopped = performance.now() - begin;
    await load.stop();
    const kept = await prove(world, load.acknowledged);
    const twice = await stopTwice(service, world);
    return {
      answers: load.tally.counts,
      kept,
      findings: [
        load.tally.only(),
        alike('exit code 0', code, 0),
        atMost('stopped after', stopped, STOPPED_WITHIN_MS, ' ms'),
        atMost('after a second signal', twice, AT_ONCE_MS, ' ms'),
        ...nothingLost(kept),
      ],
    };
  },
};

/** Sends two signals while a request waits for a lock. @returns milliseconds from the second signal to the exit */
async function stopTwice(service: Service, { pool, talks, people }: World): Promise<number> {
  await service.start();
  const lock = await pool.connect();
  try {
    await lock.query('begin');
    await lock.query('lock table talks in access exclusive mode');
    const client = openClient(service.base, people[0]!.token);
    const asked = client.get(`/v2.1/talks/${talks[0]}`);
    await until('The request waits for the lock', async () => {
      const { rows } = await pool.query("select from pg_stat_activity where wait_event_type = 'Lock'");
      return rows.length > 0;
    });
    service.signal('SIGTERM');
    await sleep(MEANT_AFTER_MS);
    if (!service.isRunning) throw new Error('The service did not wait for the request in flight');
    const begin = performance.now();
    service.signal('SIGTERM');
    await service.ended();
    const took = performance.now() - begin;
    await asked;
    client.close();
    return took;
  } finally {
    await lock.query('rollback');
    lock.release();
  }
}
