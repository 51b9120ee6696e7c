import type { ImageStore } from '../../src/adapters/storage/image-store.js';
import { createS3ImageStore } from '../../src/adapters/storage/s3-image-store.js';
import { readConfig } from '../../src/config/config.js';
import type { ObjectStore } from '../support/object-store.js';

/** The image store in a bucket. @param more variables that differ */
export function storeIn(
  { environment }: Pick<ObjectStore, 'environment'>,
  reports: unknown[],
  more: Readonly<Record<string, string>> = {},
): ImageStore {
  const { s3 } = readConfig({ ...environment, ...more }).images;
  return createS3ImageStore(s3!, (cause) => reports.push(cause));
}
