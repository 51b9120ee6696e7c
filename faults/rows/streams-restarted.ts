import type { Fault } from '../fault.js';
import { alike } from '../finding.js';
import { startHaproxy } from '../haproxy.js';
import type { Service } from '../service.js';
import type { Site } from '../site.js';
import { followedFindings, followTalk, MANY_STREAMS, STREAMS_FIGURE, type FollowedTalk } from '../stream-clients.js';

const SECRET_KEY = 'the same secret key in every one of them';
const clientsOf = ({ quick }: Pick<Site, 'quick'>): number => (quick ? 300 : 1_000);
const COMMENTS = 40;

interface Followed {
  readonly services: readonly Service[];
  readonly notices: Awaited<ReturnType<typeof startHaproxy>>['notices'];
  readonly followed: FollowedTalk;
}

/** Two services behind haproxy, and clients that follow a talk. */
async function openFollowed(site: Site): Promise<Followed> {
  const world = await site.world();
  const services: Service[] = [];
  for (let place = 0; place < 2; place += 1) {
    const environment = { DATABASE_URL: world.url, SECRET_KEY, TRUST_PROXY: '1', ...MANY_STREAMS };
    const service = await site.service(environment);
    await service.start();
    services.push(service);
  }
  const { base, notices } = await startHaproxy(site, services);
  return { services, notices, followed: await followTalk(base, world, clientsOf(site), site.cleanup) };
}

/** Row 27: a rolling deployment under streams. */
export const streamsRestarted: Fault = {
  number: '27',
  name: '1,000 clients follow a talk with 20 comments per second; two services behind haproxy are restarted one after the other',
  figure: `${STREAMS_FIGURE}; no comment fails; both exit with code 0`,
  quick: true,
  servers: 'one',
  needs: ['haproxy'],
  async inject(site) {
    const { services, notices, followed } = await openFollowed(site);
    const codes: (number | null)[] = [];
    for (const [place, service] of services.entries()) {
      await followed.more(COMMENTS);
      codes.push(await service.stop());
      await notices(place, 'DOWN');
      await followed.more(COMMENTS);
      await service.start();
      await notices(place, 'UP');
    }
    const result = await followed.conclude();
    return {
      answers: followed.tally.counts,
      kept: result.kept,
      findings: [alike('exit codes 0', codes, [0, 0]), ...followedFindings(followed, result)],
    };
  },
};

/** Row 27b: the process of half of the streams dies. */
export const streamsKilled: Fault = {
  number: '27b',
  name: '1,000 clients follow a talk with 20 comments per second; one of two services behind haproxy is killed (`kill -9`), twice',
  figure: STREAMS_FIGURE,
  quick: false,
  servers: 'one',
  needs: ['haproxy'],
  async inject(site) {
    const { services, notices, followed } = await openFollowed(site);
    for (const [place, service] of services.entries()) {
      await followed.more(COMMENTS);
      await service.kill();
      await notices(place, 'DOWN');
      await followed.more(COMMENTS);
      await service.start();
      await notices(place, 'UP');
    }
    const result = await followed.conclude();
    const findings = followedFindings(followed, result, 'refused', 'no answer', '502', '503');
    return { answers: followed.tally.counts, kept: result.kept, findings };
  },
};
