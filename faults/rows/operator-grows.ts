import { join } from 'node:path';
import pg from 'pg';
import { databaseOf } from '../cached-responses.js';
import type { Fault } from '../fault.js';
import { alike, type Finding } from '../finding.js';
import { startLoad, type Load } from '../load.js';
import { readableImages, replaceImage } from '../operator/images.js';
import { Operator } from '../operator/operator.js';
import { readSteps } from '../operator/page.js';
import { readEnvironment } from '../operator/units.js';
import { nothingLost, prove } from '../proof.js';
import type { Site } from '../site.js';
import { statusOf, until } from '../waiting.js';
import { createWorld, type World } from '../world.js';

const WRITES = 50;
/** Clients of a load have accounts of their own. */
const PEOPLE_OF_A_LOAD = 16;

/** docs/scale.md, executed. */
export const operatorGrows: Fault = {
  number: 'grow',
  name: 'An operator follows docs/scale.md from one machine to the full set-up, under load',
  figure: 'after each step, every acknowledged write is stored, and every image is readable from every service',
  quick: false,
  servers: 'own',
  needs: ['postgresql', 'patroni', 'etcd', 'haproxy'],
  async inject(site) {
    const operator = await Operator.begin(site);
    const { app1, lb } = operator.machines;
    const environment = () => readEnvironment(join(app1.root, 'etc/lectern.env'));
    const findings: Finding[] = [];
    const loads: Load[] = [];
    const acknowledged = () => loads.flatMap((load) => load.acknowledged);
    const [one, all] = [`http://${app1.address}:8080`, `http://${lb.address}:8080`];
    let base = one;
    let images: readonly string[] = [];
    let world: World | undefined;
    for (const { title, blocks } of readSteps()) {
      for (const block of blocks) await operator.run(block);
      await until(`${title}: the first service is ready`, () => isThere(`http://${app1.address}:8081/ready`));
      const pool = openPool(site, databaseOf(environment()));
      world = world === undefined ? await createWorld(pool) : { ...world, pool };
      // Clients move to haproxy as soon as there is one.
      if (base === one && (await isThere(`${all}/v2.1/languages`))) base = all;
      if (loads.length < (base === one ? 1 : 2)) loads.push(await moveLoad(site, loads, base, world));
      await loads.at(-1)!.more(WRITES);
      await loads.at(-1)!.well(performance.now());
      const kept = await prove(world, acknowledged());
      const steps = [
        ...nothingLost(kept),
        alike('the images are readable', await readableImages(base, images), images),
      ];
      images = await replaceImage(base, world);
      steps.push(alike('a new image is readable', await readableImages(base, images), images));
      findings.push(...steps.map((finding) => ({ ...finding, what: `${title}: ${finding.what}` })));
    }
    await loads.at(-1)!.stop();
    // For the comparison of cached responses at the end.
    const { DATABASE_URL = '', SECRET_KEY = '' } = environment();
    await site.service({ DATABASE_URL, SECRET_KEY });
    const kept = await prove(world!, acknowledged());
    const { tally } = loads.at(-1)!;
    return { answers: tally.counts, kept, findings: [...findings, tally.retryAfter] };
  },
};

const isThere = async (url: string): Promise<boolean> => (await statusOf(url)).status === 200;

function openPool(site: Site, url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // A former server stops; the affected statement rejects.
  pool.on('error', () => undefined);
  site.cleanup.add(() => pool.end());
  return pool;
}

/** Starts a load at another address, and ends the former one. */
async function moveLoad(site: Site, loads: readonly Load[], base: string, world: World): Promise<Load> {
  const people = world.people.slice(loads.length * PEOPLE_OF_A_LOAD, (loads.length + 1) * PEOPLE_OF_A_LOAD);
  const load = startLoad(base, { ...world, people }, site.cleanup);
  await loads.at(-1)?.stop();
  return load;
}
