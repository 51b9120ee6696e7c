import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { OperatorError } from '../../config/operator-error.js';
import type { ImageStore } from './image-store.js';
import { createLocalImageStore } from './local-image-store.js';
import type { StorageReport } from './store-timeout.js';

type StoreConfig = Pick<Config, 'images' | 'dataDirectory'>;

/** The folder of local images. */
export const imagesDirectory = ({ dataDirectory }: Pick<Config, 'dataDirectory'>): string =>
  join(dataDirectory, 'images');

/**
 * Opens the configured image store, or the given one. Does not connect.
 *
 * @param report called for every failure, for the log
 * @throws OperatorError if no bucket is configured
 */
export async function openImageStore(
  config: StoreConfig,
  report: StorageReport,
  store = config.images.store,
): Promise<ImageStore> {
  if (store === 'local') return createLocalImageStore(imagesDirectory(config), report);
  const { s3 } = config.images;
  if (!s3)
    throw new OperatorError('No bucket is configured: set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  // The SDK takes tens of megabytes, which a service with local images saves.
  const { createS3ImageStore } = await import('./s3-image-store.js');
  return createS3ImageStore(s3, report);
}
