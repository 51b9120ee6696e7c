import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLocalImageStore } from '../../src/adapters/storage/local-image-store.js';
import { sweepImages } from '../../src/adapters/storage/sweep-images.js';
import sharp from 'sharp';
import { join } from 'node:path';
import type { Fault } from '../fault.js';
import { alike } from '../finding.js';
import { uploadImage } from '../image-requests.js';
import { startLoad } from '../load.js';
import { nothingLost, prove } from '../proof.js';
import { imageFiles, namedImages } from '../stored-images.js';

const KILLS = 50;
const MORE_WRITES = 15;

/** Kills the service and PostgreSQL repeatedly in random order. */
export const fiftyKills: Fault = {
  number: 'kills',
  name: `${KILLS} kills of the service and of PostgreSQL, in random order, under mixed load with images`,
  figure:
    'no acknowledged write is lost; counters are exact; every referenced image exists; the sweep removes all others',
  quick: false,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    const DATA_DIR = await site.folder();
    const service = await site.service({ DATABASE_URL: world.url, DATA_DIR });
    await service.start();
    const load = startLoad(service.base, world, site.cleanup);
    const image = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    let over = false;
    site.cleanup.add(() => (over = true));
    const uploads = (async () => {
      for (; !over; await sleep(20)) {
        load.tally.count(await uploadImage(service.base, world.event, world.host.token, image));
      }
    })();
    for (let kills = 0; kills < KILLS; kills += 1) {
      await load.more(MORE_WRITES);
      // Hit a random point of the in-flight requests.
      await sleep(randomInt(100));
      if (randomInt(2) === 0) {
        await service.kill();
        await service.start();
      } else {
        await site.postgres.kill();
        await site.postgres.start();
      }
    }
    const wellAfterMs = await load.well(performance.now());
    over = true;
    await uploads;
    await load.stop();
    const kept = await prove(world, load.acknowledged);
    const named = await namedImages(world.pool);
    const left = await imageFiles(DATA_DIR);
    const store = createLocalImageStore(join(DATA_DIR, 'images'), (cause) => {
      throw cause;
    });
    const keep = new Set(named);
    await sweepImages(store, (names) => Promise.resolve(new Set(names.filter((name) => keep.has(name)))), -1);
    return {
      answers: load.tally.counts,
      kept,
      wellAfterMs,
      findings: [
        load.tally.only('refused', 'no answer', '503', 'UNAVAILABLE'),
        alike(
          'every referenced image exists',
          named.filter((name) => !left.includes(name)),
          [],
        ),
        alike('the sweep removes all other files', await imageFiles(DATA_DIR), named),
        ...nothingLost(kept),
      ],
    };
  },
};
