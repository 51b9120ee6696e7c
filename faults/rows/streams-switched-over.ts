import type { Fault } from '../fault.js';
import { NEEDS, openPatroniSite } from '../patroni-site.js';
import { followedFindings, followTalk, MANY_STREAMS, STREAMS_FIGURE } from '../stream-clients.js';

const CLIENTS = 1_000;
const COMMENTS = 50;
/** Besides the streams, a thousand of which reconnect to a service at the same time. */
const READS_WITHIN_MS = 5_000;

/** Row 27c: the primary changes under streams, whose positions refer to its log. */
export const streamsSwitchedOver: Fault = {
  number: '27c',
  name: `${CLIENTS.toLocaleString('en')} clients follow a talk with 20 comments per second; \`patronictl switchover\`; then a service is restarted`,
  figure: `${STREAMS_FIGURE}; writes continue within 30 s; no acknowledged write is lost`,
  quick: false,
  servers: 'own',
  needs: NEEDS,
  async inject(site) {
    const { cluster, base, world, load, services, conclude } = await openPatroniSite(
      site,
      READS_WITHIN_MS,
      MANY_STREAMS,
    );
    const followed = await followTalk(base, world, CLIENTS, site.cleanup);
    await followed.more(COMMENTS);
    const begin = performance.now();
    await cluster.switchOver();
    await cluster.complete();
    await load.more(COMMENTS);
    // Streams outlive the switchover: their clients resume after positions of the former primary.
    await services[0]?.stop();
    await services[0]?.start();
    await followed.more(COMMENTS);
    await followed.stop();
    const outcome = await conclude(begin);
    const findings = followedFindings(followed, await followed.conclude(CLIENTS), '503', 'no answer');
    return { ...outcome, findings: [...outcome.findings, ...findings] };
  },
};
