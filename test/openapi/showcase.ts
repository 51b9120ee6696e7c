import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadShowcase, saveInFolder } from '../../src/demo/index.js';
import { KEY, startService, type TestService } from '../support/service.js';

/** A service with the demo conferences, as after the first start. */
export interface Showcase extends TestService {
  /** Its image folder. */
  readonly images: string;
}

/** The password of all accounts that can log in. */
export const PASSWORD = 'lectern-demo';

/** @param environment as for `startService` */
export async function startShowcase(environment: Record<string, string> = {}): Promise<Showcase> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-showcase-'));
  const images = join(folder, 'images');
  const service = await startService({ DATA_DIR: folder, ...environment });
  const client = await service.database.pool.connect();
  try {
    const options = { now: new Date(), saveImages: saveInFolder(images), secretKey: KEY };
    await loadShowcase(client, { ...options, password: () => PASSWORD });
  } finally {
    client.release();
  }
  return {
    ...service,
    images,
    async stop() {
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
}
