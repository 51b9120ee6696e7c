import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { createS3ImageStore } from '../../src/adapters/storage/s3-image-store.js';
import { sweepImages } from '../../src/adapters/storage/sweep-images.js';
import { readConfig } from '../../src/config/config.js';
import { startS3rver } from '../../test/support/object-store.js';
import type { Answer } from '../client.js';
import type { Fault } from '../fault.js';
import { alike, atMost, type Finding } from '../finding.js';
import { uploadImage } from '../image-requests.js';
import { hardlySlower, percentile99, startSteadyClient } from '../steady-client.js';
import { namedImages } from '../stored-images.js';
import { Tally } from '../tally.js';
import { statusOf } from '../waiting.js';

const REFUSED_WITHIN_MS = 10_000;
const WELL_WITHIN_MS = 2_000;
const FLOOR_MS = 50;
/** As many as the service reads at a time for one user. */
const CONCURRENT_UPLOADS = 3;
const IMAGE_READS = 20;
const OBSERVED_MS = 8_000;
const DAY_MS = 86_400_000;

/** Row 10: the object store of the images is frozen, then gone. */
export const objectStoreDown: Fault = {
  number: '10',
  name: 'The object store of the images (S3) is frozen (`SIGSTOP`), then killed, during uploads',
  figure:
    `uploads return 503 within ${REFUSED_WITHIN_MS / 1_000} s and change no event; images return 503; a well-behaved ` +
    `client’s p99 is at most twice that of the same uploads without a fault, or ${FLOOR_MS} ms; uploads succeed ${WELL_WITHIN_MS / 1_000} s after ` +
    'the end of the fault; only leftovers that the sweep deletes',
  quick: true,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    const bucket = await startS3rver();
    site.cleanup.add(() => bucket.remove());
    const service = await site.service({ DATABASE_URL: world.url, ...bucket.environment });
    await service.start();
    const tally = new Tally();
    const good = new Tally();
    const findings: Finding[] = [];
    // Encoded once, because it would compete with the service for the processor.
    const image = await noise();
    const upload = async (): Promise<Answer> => {
      const answer = await uploadImage(service.base, world.event, world.host.token, image);
      tally.count(answer);
      return answer;
    };
    // The first upload loads the image library.
    findings.push(alike('the image is stored', (await upload()).status, 201));
    const client = await startSteadyClient(service.base, world, good);
    // Each upload decodes and encodes an image, whether the store works or not.
    const healthy = await client.during(async () => {
      await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, upload));
      await sleep(OBSERVED_MS);
    });
    const baseline = { ...client, baselineMs: percentile99(healthy) };
    let wellAfterMs = 0;
    const faults = [
      { what: 'frozen', begin: async () => bucket.signal('SIGSTOP'), end: async () => bucket.signal('SIGCONT') },
      { what: 'killed', begin: () => bucket.kill(), end: () => bucket.restart() },
    ];
    for (const { what, begin, end } of faults) {
      const before = await namedImages(world.pool);
      const times = await client.during(async () => {
        await begin();
        const uploads = Array.from({ length: CONCURRENT_UPLOADS }, upload);
        const reads = Array.from({ length: IMAGE_READS }, () => statusOf(`${service.base}/images/${before[0]}`));
        const [answers, read] = [await Promise.all(uploads), await Promise.all(reads)];
        // Enough requests for a percentile, also if the uploads fail immediately.
        await sleep(OBSERVED_MS);
        findings.push(
          alike(`${what}: each upload returns 503`, [...new Set(answers.map(({ status }) => status))], [503]),
          atMost(`${what}: slowest upload`, Math.max(...answers.map(({ tookMs }) => tookMs)), REFUSED_WITHIN_MS, ' ms'),
          alike(`${what}: each image returns 503`, [...new Set(read.map(({ status }) => status))], [503]),
        );
      });
      findings.push(
        alike(`${what}: the event is unchanged`, await namedImages(world.pool), before),
        hardlySlower(baseline, times, FLOOR_MS),
      );
      const ended = performance.now();
      await end();
      findings.push(alike(`${what}: an upload afterwards`, (await upload()).status, 201));
      wellAfterMs = Math.max(wellAfterMs, performance.now() - ended);
    }
    // A store that was frozen still executes what it received.
    const store = createS3ImageStore(readConfig(bucket.environment).images.s3!, (cause) => {
      throw cause;
    });
    const named = await namedImages(world.pool);
    await sweepImages(store, () => Promise.resolve(new Set(named)), DAY_MS, new Date(Date.now() + 2 * DAY_MS));
    findings.push(
      tally.only('503'),
      tally.retryAfter,
      good.only(),
      atMost('recovered after', wellAfterMs, WELL_WITHIN_MS, ' ms'),
      alike('objects after the sweep are those that the event references', await bucket.keys(), named),
    );
    return { answers: { ...good.counts, ...tally.counts }, wellAfterMs, findings };
  },
};

/** An image that no format compresses, of about 270 kB. */
function noise(): Promise<Buffer> {
  const [side, channels] = [300, 3] as const;
  return sharp(randomBytes(side * side * channels), { raw: { width: side, height: side, channels } })
    .png()
    .toBuffer();
}
