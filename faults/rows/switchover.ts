import type { Fault } from '../fault.js';
import { figure, NEEDS, openPatroniSite } from '../patroni-site.js';

const WRITES = 50;

/** Row 2c: a planned exchange of the roles, for maintenance of the primary's machine. */
export const switchover: Fault = {
  number: '2c',
  name: '`patronictl switchover` under load; two services behind haproxy',
  figure: figure(),
  quick: false,
  servers: 'own',
  needs: NEEDS,
  async inject(site) {
    const { cluster, load, conclude } = await openPatroniSite(site);
    await load.more(WRITES);
    const former = await cluster.primary();
    const begin = performance.now();
    await cluster.switchOver();
    const primary = await cluster.complete();
    await load.more(WRITES);
    const outcome = await conclude(begin);
    const isOther = { what: 'another node is the primary', kept: primary !== former };
    return { ...outcome, findings: [...outcome.findings, isOther] };
  },
};
