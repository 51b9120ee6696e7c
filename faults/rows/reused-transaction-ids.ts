import type { Fault } from '../fault.js';
import type { Finding } from '../finding.js';
import { crawl } from '../cached-responses.js';
import { startPgbouncer } from '../pgbouncer.js';
import { crashWithReusedIds, delayLogWriter } from '../reused-ids.js';
import type { Site } from '../site.js';

const SECRET_KEY = 'the same secret key in every one of them';
const FIGURE =
  'no cached response differs from a computed one, neither in a process that polls after the crash nor in an idle one';

/** Row 4b: after a crash PostgreSQL reuses transaction IDs that services have seen in snapshots. */
export const reusedTransactionIds: Fault = {
  number: '4b',
  name: 'PostgreSQL crashes (`kill -9` of all its processes, then of one backend) and reuses transaction IDs; two services',
  figure: FIGURE,
  quick: true,
  servers: 'always each',
  inject: (site) => crashTwice(site, (url) => Promise.resolve({ DATABASE_URL: url })),
};

/** Row 7b: the same behind a pooler, which replaces server connections transparently. */
export const reusedBehindPgbouncer: Fault = {
  number: '7b',
  name: 'The same behind pgbouncer',
  figure: FIGURE,
  quick: true,
  servers: 'each',
  needs: ['pgbouncer'],
  inject: (site) =>
    crashTwice(site, async (url) => ({
      ...{ DATABASE_URL: await startPgbouncer(site, url), DATABASE_DIRECT_URL: url },
      DATABASE_PREPARED: 'false',
    })),
};

async function crashTwice(
  site: Site,
  addressesOf: (url: string) => Promise<Readonly<Record<string, string>>>,
): ReturnType<Fault['inject']> {
  const world = await site.world();
  await delayLogWriter(site.postgres, site.cleanup);
  const environment = { ...(await addressesOf(world.url)), SECRET_KEY };
  const [polling, silent] = [await site.service(environment), await site.service(environment)];
  for (const service of [polling, silent]) await service.start();
  const crashes = {
    'kill -9 of all processes': async () => {
      await site.postgres.kill();
      await site.postgres.start();
    },
    'kill -9 of one backend': () => site.postgres.killBackend(),
  };
  const findings: Finding[] = [];
  for (const [name, crash] of Object.entries(crashes)) {
    const poll = () => Promise.all([crawl(polling), crawl(silent)]);
    const kept = await crashWithReusedIds(world, crash, poll, () => crawl(polling));
    findings.push({ what: `${name} reuses transaction IDs`, kept });
    findings.push(await site.compareCached());
  }
  return { answers: {}, findings };
}
