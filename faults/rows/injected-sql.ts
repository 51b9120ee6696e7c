import type { Fault } from '../fault.js';
import { atMost, type Finding } from '../finding.js';
import { plantHole } from '../planted-hole.js';
import { runSqlmap, type Target } from '../sqlmap.js';
import type { World } from '../world.js';

const LIMITS = { LIMIT_REMINDER_ADDRESS: 'off', LIMIT_REMINDER_ACCOUNT: 'off' };
/** Statuses of limits and overload, which prevent a test of the code behind them. */
const KEPT_OUT = ['403', '429', '503'];
const FEWEST_REQUESTS = 100;

/** Queries, IDs in paths, and bodies, of REST and GraphQL. */
const targets = ({ event, talks: [talk] }: World): readonly Target[] => [
  {
    url: '/v2.1/events?title=event&filter=past&stub=abc&tags[]=php&start=0&resultsperpage=5',
    parameters: 'title,filter,stub,tags[],start,resultsperpage',
  },
  { url: '/v2.1/talks?title=Talk&start=0', parameters: 'title,start' },
  { url: '/v2.1/users?username=person1&keyword=person', parameters: 'username,keyword' },
  { url: `/v2.1/talks/${talk}*/comments` },
  { url: `/v2.1/events/${event}*/talks` },
  { url: '/v2.1/emails/reminders/username', body: '{"email":"person1@example.org*"}' },
  {
    url: '/graphql',
    body: '{"query":"query ($t: String) { events(title: $t) { offset } }","variables":{"t":"event*"}}',
  },
];

/** Row S1: a scanner searches for SQL injections. */
export const injectedSql: Fault = {
  number: 'S1',
  name: 'sqlmap (`--level 2`) against queries, paths and bodies, and against a deliberate vulnerability',
  figure: 'it finds only the deliberate vulnerability; at most a tenth of its requests are blocked by limits',
  quick: false,
  servers: 'one',
  needs: ['sqlmap'],
  async inject(site) {
    const world = await site.world();
    const service = await site.service({ DATABASE_URL: world.url, ...LIMITS });
    await service.start();
    const control = await runSqlmap(site, { url: await plantHole(world.pool, site.cleanup), parameters: 'title' });
    const answers: Record<string, number> = {};
    const findings: Finding[] = [
      { what: `the hole is found${control.isFound ? '' : `: ${control.said}`}`, kept: control.isFound },
    ];
    for (const target of targets(world)) {
      const { isFound, isClean, statuses, said } = await runSqlmap(site, { ...target, url: service.base + target.url });
      for (const [status, count] of Object.entries(statuses)) answers[status] = (answers[status] ?? 0) + count;
      const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
      const keptOut = KEPT_OUT.reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
      const isWell = !isFound && isClean && all >= FEWEST_REQUESTS;
      findings.push(
        { what: `${target.url}: nothing in ${all} requests${isWell ? '' : `, but ${said}`}`, kept: isWell },
        atMost(`${target.url}: blocked of ${all} requests:`, keptOut, all / 10),
      );
    }
    return { answers, findings };
  },
};
