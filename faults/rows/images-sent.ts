import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Fault } from '../fault.js';
import { alike, atMost, type Finding } from '../finding.js';
import { hostileImages } from '../hostile-images.js';
import { uploadImage } from '../image-requests.js';
import { peakMemory } from '../processes.js';
import { imageFiles, namedImages } from '../stored-images.js';
import { Tally } from '../tally.js';

const REFUSED_WITHIN_MS = 1_000;
const MORE_MEMORY = 150;

/** Row 13: malicious images. */
export const imagesSent: Fault = {
  number: '13',
  name: 'Hostile images: decompression bombs, other types, embedded code and locations',
  figure:
    `refused within ${REFUSED_WITHIN_MS / 1_000} s, or stored without metadata and code; at most ${MORE_MEMORY} MB ` +
    'more memory; refused images leave no files',
  quick: true,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    const DATA_DIR = await site.folder();
    const service = await site.service({ DATABASE_URL: world.url, DATA_DIR });
    await service.start();
    const { token } = world.host;
    const upload = (bytes: Buffer) => uploadImage(service.base, world.event, token, bytes);
    const tally = new Tally();
    const findings: Finding[] = [];
    // The first image loads the image library.
    tally.count(
      await upload(
        await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      ),
    );
    const before = peakMemory(service.pid);
    let refusedMs = 0;
    for (const { name, bytes, statuses } of await hostileImages()) {
      const answer = await upload(bytes);
      tally.count(answer);
      findings.push(alike(name, [answer.status], statuses));
      if (answer.status >= 400) refusedMs = Math.max(refusedMs, answer.tookMs);
      for (const file of await imageFiles(DATA_DIR)) {
        const stored = await readFile(join(DATA_DIR, 'images', file));
        const { exif, xmp, iptc, pages = 1 } = await sharp(stored, { animated: true }).metadata();
        const clean = !exif && !xmp && !iptc && pages === 1 && !/secret|GPS|<script/.test(stored.toString('latin1'));
        if (!clean) findings.push({ what: `${name}: stored with metadata or code`, kept: false });
      }
    }
    findings.push(
      atMost('refused after', refusedMs, REFUSED_WITHIN_MS, ' ms'),
      atMost('more memory:', peakMemory(service.pid) - before, MORE_MEMORY, ' MB'),
      alike('files are those that the event references', await imageFiles(DATA_DIR), await namedImages(world.pool)),
    );
    return { answers: tally.counts, findings };
  },
};
