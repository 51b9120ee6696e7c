import type { Fault } from '../fault.js';
import { alike, atMost } from '../finding.js';
import { startHaproxy } from '../haproxy.js';
import { startLoad } from '../load.js';
import { nothingLost, prove } from '../proof.js';

const STOPPED_WITHIN_MS = 15_000;
const SECRET_KEY = 'the same secret key in every one of them';

/** Row 18b: a rolling deployment replaces one service after the other under load. */
export const rollingRestart: Fault = {
  number: '18b',
  name: 'Two services behind haproxy are restarted one after the other under load, twice',
  figure: 'no request fails; each exits with code 0 within 15 s',
  quick: true,
  servers: 'one',
  needs: ['haproxy'],
  async inject(site) {
    const world = await site.world();
    const services = [];
    for (let place = 0; place < 2; place += 1) {
      const service = await site.service({ DATABASE_URL: world.url, SECRET_KEY, TRUST_PROXY: '1' });
      await service.start();
      services.push(service);
    }
    const { base, notices } = await startHaproxy(site, services);
    const load = startLoad(base, world, site.cleanup, { clients: 4 });
    await load.more(100);
    const codes: (number | null)[] = [];
    let slowest = 0;
    for (const [turn, service] of [...services, ...services].entries()) {
      const place = turn % services.length;
      const begin = performance.now();
      codes.push(await service.stop());
      slowest = Math.max(slowest, performance.now() - begin);
      await load.more(20);
      await notices(place, 'DOWN');
      await service.start();
      // Until then haproxy has no service while the other one restarts.
      await notices(place, 'UP');
      await load.more(site.quick ? 50 : 500);
    }
    await load.stop();
    const kept = await prove(world, load.acknowledged);
    return {
      answers: load.tally.counts,
      kept,
      findings: [
        load.tally.only(),
        alike('exit codes 0', codes, [0, 0, 0, 0]),
        atMost('stopped after', slowest, STOPPED_WITHIN_MS, ' ms'),
        ...nothingLost(kept),
      ],
    };
  },
};
