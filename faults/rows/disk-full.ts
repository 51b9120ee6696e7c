import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Fault } from '../fault.js';
import { alike } from '../finding.js';
import { openClient } from '../client.js';
import { uploadImage } from '../image-requests.js';
import { imageFiles, namedImages } from '../stored-images.js';
import { Tally } from '../tally.js';

/** Fits one noise image of 300 × 300 pixels (about 270 kB and a thumbnail of 45 kB), but not two. */
const SIZE = '500k';

/** Row 12: the image disk is full. */
export const diskFull: Fault = {
  number: '12',
  name: 'The image disk is full',
  figure: '503 without a partial file or a reference to it; the former image remains; everything else is unaffected',
  quick: true,
  servers: 'one',
  needs: ['root'],
  async inject(site) {
    const world = await site.world();
    const DATA_DIR = await site.folder();
    const images = join(DATA_DIR, 'images');
    mkdirSync(images);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', images]);
    site.cleanup.add(() => execFileSync('umount', [images]));
    const service = await site.service({ DATABASE_URL: world.url, DATA_DIR });
    // Kill the service before the unmount, because it may have open files.
    site.cleanup.add(() => service.kill());
    await service.start();
    const tally = new Tally();
    const statuses: number[] = [];
    const folders: string[][] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const answer = await uploadImage(service.base, world.event, world.host.token, await noise());
      tally.count(answer);
      statuses.push(answer.status);
      folders.push(await imageFiles(DATA_DIR));
    }
    const client = openClient(service.base, world.host.token);
    const read = await client.get(`/v2.1/events/${world.event}`);
    client.close();
    tally.count(read);
    return {
      answers: tally.counts,
      findings: [
        alike('the first is stored, the others return 503', statuses, [201, 503, 503, 503]),
        alike('the folder is unchanged', folders.slice(1), [folders[0], folders[0], folders[0]]),
        alike('files are those that the event references', folders[0], await namedImages(world.pool)),
        alike('the event is read', read.status, 200),
      ],
    };
  },
};

function noise(): Promise<Buffer> {
  const [side, channels] = [300, 3] as const;
  return sharp(randomBytes(side * side * channels), { raw: { width: side, height: side, channels } })
    .png()
    .toBuffer();
}
