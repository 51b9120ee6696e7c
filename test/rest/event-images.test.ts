import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objectStores } from '../support/object-stores.js';
import { describeEventImages } from './event-images-suite.js';

describeEventImages('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-event-images-'));
  return {
    environment: { DATA_DIR: folder },
    names: () => readdir(join(folder, 'images')).catch(() => []),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});

for (const { name, start } of objectStores) {
  describeEventImages(name, async () => {
    const { environment, keys, remove } = await start();
    return { environment, names: keys, remove };
  });
}
