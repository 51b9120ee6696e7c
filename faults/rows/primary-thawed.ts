import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import { alike } from '../finding.js';
import { figure, NEEDS, openPatroniSite } from '../patroni-site.js';

const WRITES = 50;
/** What a node does when it resumes depends on the moment in its loop at which it was paused. */
const TURNS = 4;
/** A service notices within 2 s that a server does not respond. */
const READS_WITHIN_MS = 3_000;
/** Within this time a former primary that retakes its lock would have done so, and replaced its successor. */
const WATCHED_MS = 15_000;

/** Row 2b: the machine of the primary is paused until another node is the primary, and resumes with its old state. */
export const primaryThawed: Fault = {
  number: '2b',
  name: 'Patroni and all PostgreSQL processes of the primary are frozen (`SIGSTOP`) until another node is the primary, and resume; two services behind haproxy',
  figure: figure(READS_WITHIN_MS),
  quick: false,
  servers: 'own',
  needs: NEEDS,
  async inject(site) {
    const { cluster, load, conclude } = await openPatroniSite(site, READS_WITHIN_MS);
    const successors: string[] = [];
    const primaries: string[] = [];
    let begin = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      await load.more(WRITES);
      const former = await cluster.primary();
      former.freeze();
      begin = performance.now();
      await load.more(WRITES);
      successors.push((await cluster.primary()).name);
      former.thaw();
      await sleep(WATCHED_MS);
      primaries.push((await cluster.complete()).name);
    }
    await load.more(WRITES);
    const outcome = await conclude(begin);
    const remain = alike('each successor remains the primary', primaries, successors);
    return { ...outcome, findings: [...outcome.findings, remain] };
  },
};
