import type { Fault } from '../fault.js';
import { startLoad } from '../load.js';
import { nothingLost, prove } from '../proof.js';

const MORE_WRITES = 25;

/** Row 1: the process is killed repeatedly during writes; acknowledged writes must survive. */
export const serviceKilled: Fault = {
  number: '1',
  name: 'The service is killed (`kill -9`) repeatedly during writes',
  figure: 'no acknowledged write is lost or duplicated; counters are exact; every start is ready within a minute',
  quick: true,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    const service = await site.service({ DATABASE_URL: world.url });
    await service.start();
    const load = startLoad(service.base, world, site.cleanup);
    let wellAfterMs = 0;
    for (let kills = site.quick ? 4 : 12; kills > 0; kills -= 1) {
      await load.more(MORE_WRITES);
      await service.kill();
      wellAfterMs = Math.max(wellAfterMs, await service.start());
    }
    await load.well(performance.now());
    await load.stop();
    const kept = await prove(world, load.acknowledged);
    return {
      answers: load.tally.counts,
      kept,
      wellAfterMs,
      findings: [load.tally.only('refused', 'no answer', '503'), ...nothingLost(kept)],
    };
  },
};
