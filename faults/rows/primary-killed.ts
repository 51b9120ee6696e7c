import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import { isolate } from '../patroni.js';
import { figure, NEEDS, openPatroniSite } from '../patroni-site.js';

const WRITES = 50;
/** Replication is suspended for this time before the primary dies: writes acknowledged without a standby are lost. */
const ISOLATED_MS = 500;

/** Row 2: the machine of the primary dies, and Patroni promotes its synchronous standby. */
export const primaryKilled: Fault = {
  number: '2',
  name: 'Patroni and all PostgreSQL processes of the primary are killed under load, then restarted; two services behind haproxy',
  figure: figure(),
  quick: false,
  servers: 'own',
  needs: NEEDS,
  async inject(site) {
    const { cluster, load, conclude } = await openPatroniSite(site);
    await load.more(WRITES);
    const former = await cluster.primary();
    await isolate(former);
    await sleep(ISOLATED_MS);
    await former.kill();
    const begin = performance.now();
    await load.more(WRITES);
    former.start();
    await cluster.complete();
    await load.more(WRITES);
    return conclude(begin);
  },
};
