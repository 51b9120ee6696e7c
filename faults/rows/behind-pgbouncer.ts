import type { Fault } from '../fault.js';
import { startLoad } from '../load.js';
import { startPgbouncer } from '../pgbouncer.js';
import { nothingLost, prove } from '../proof.js';

/** Row 7: a transaction pooler may use another connection for each transaction, so session state must not persist. */
export const behindPgbouncer: Fault = {
  number: '7',
  name: 'PostgreSQL is behind pgbouncer in transaction mode, with 10 server connections for 80 of the services',
  figure: 'no request fails, with `DATABASE_PREPARED=false` and `DATABASE_DIRECT_URL`; no acknowledged write is lost',
  quick: true,
  servers: 'one',
  needs: ['pgbouncer'],
  async inject(site) {
    const world = await site.world();
    const environment = {
      ...{ DATABASE_URL: await startPgbouncer(site, world.url), DATABASE_DIRECT_URL: world.url },
      ...{ DATABASE_PREPARED: 'false', DATABASE_CONNECTIONS: '40' },
      SECRET_KEY: 'the same secret key in every one of them',
    };
    const services = [await site.service(environment), await site.service(environment)];
    for (const service of services) await service.start();
    const loads = services.map(({ base }, place) => {
      const half = { ...world, people: world.people.slice(place * 16, (place + 1) * 16) };
      return startLoad(base, half, site.cleanup, { clients: 4 });
    });
    const writes = site.quick ? 200 : 2_000;
    await Promise.all(loads.map((load) => load.more(writes)));
    for (const load of loads) await load.stop();
    const kept = await prove(
      world,
      loads.flatMap(({ acknowledged }) => acknowledged),
    );
    const answers: Record<string, number> = {};
    for (const { tally } of loads) {
      for (const [label, count] of Object.entries(tally.counts)) answers[label] = (answers[label] ?? 0) + count;
    }
    return { answers, kept, findings: [...loads.map(({ tally }) => tally.only()), ...nothingLost(kept)] };
  },
};
