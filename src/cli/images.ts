import { Option, type Command } from 'commander';
import { isImageName, type ImageStore } from '../adapters/storage/image-store.js';
import { openImageStore } from '../adapters/storage/open-image-store.js';
import type { Config } from '../config/config.js';
import { storedImages } from '../core/event/event-images.js';
import { copyImages, sizesIn, type CopiedImages } from '../transfer/images/copy-images.js';
import type { OpenDatabase } from '../database/open.js';
import { OperatorCommand } from './listing.js';
import { firstOf, withProgress } from './output.js';
import { withDatabase } from './with-database.js';

type StoreName = Config['images']['store'];

/** `images …`: the files of event images. */
export function imagesCommand(): Command {
  return new OperatorCommand('images').description('Manage the files of images').addCommand(imagesCopyCommand());
}

/** Opens an image store, by default the configured one. Failures reach the operator as errors of the command. */
export const openImageStoreForCommand = (config: Config, store?: StoreName): Promise<ImageStore> =>
  openImageStore(config, () => undefined, store);

function imagesCopyCommand(): Command {
  return new OperatorCommand('copy')
    .description('Copy all referenced images to the other store. Skips those that are there already, with equal size.')
    .addOption(new Option('--to <store>', 'target').choices(['local', 's3']).makeOptionMandatory())
    .addHelpText(
      'after',
      `
local is the folder DATA_DIR/images of this machine, s3 the bucket of S3_BUCKET. The originals stay. Run the command before
and after changing IMAGE_STORE; the service may be running. Exit code 1 if an image is missing or could not be copied.

Example:
  npm run lectern -- images copy --to s3`,
    )
    .action(async ({ to }: { readonly to: StoreName }) => {
      const { report, current } = await withProgress('images', (progress) =>
        withDatabase(async ({ pool }, config) => {
          const from = await openImageStoreForCommand(config, otherThan(to));
          const target = await openImageStoreForCommand(config, to);
          const names = (await localNames(pool)).map(({ name }) => name);
          return {
            report: await copyImages({ names, from, to: target, progress }),
            current: config.images.store,
          };
        }),
      );
      process.stdout.write(outcomeOf(report, to, current));
      if (isIncomplete(report)) process.exitCode = 1;
    });
}

const otherThan = (store: StoreName): StoreName => (store === 's3' ? 'local' : 's3');

/** Images that a record references, and that are stored here rather than on another server. */
const localNames = async (pool: OpenDatabase['pool']) =>
  (await storedImages(pool)).filter(({ name }) => isImageName(name));

const isIncomplete = ({ missing, failed, notTried }: CopiedImages): boolean =>
  missing.length + failed.length + notTried > 0;

function outcomeOf(report: CopiedImages, to: StoreName, current: StoreName): string {
  const { copied, present, missing, failed, notTried } = report;
  const next =
    failed.length > 0
      ? 'Correct the cause, and run the same command again: it skips the copied images.'
      : to === current
        ? 'Verify the store with: npm run lectern -- doctor --images'
        : `Next: set IMAGE_STORE=${to} for every process, restart them, and run this command again for recent uploads.`;
  return [
    `Copied ${copied} images to ${to}; ${present} were there already.`,
    ...(missing.length > 0 ? [`${missing.length} images are in neither store:`] : []),
    ...firstOf(missing.map((name) => `  ${name}`)),
    ...(failed.length > 0 ? [`${failed.length} images could not be copied:`] : []),
    ...firstOf(failed.map(({ name, reason }) => `  ${name}: ${reason}`)),
    ...(notTried > 0 ? [`${notTried} images were not tried after these failures.`] : []),
    next,
    '',
  ].join('\n');
}

/** An image that a record references, but that the store lacks. */
export interface MissingImage {
  readonly eventId: string;
  readonly image: string;
}

/**
 * Compares the references with the configured store.
 *
 * @throws DomainError UNAVAILABLE: STORAGE_UNAVAILABLE
 */
export async function missingImages(pool: OpenDatabase['pool'], config: Config): Promise<MissingImage[]> {
  // Lists the files after the references: an upload stores its files first.
  const names = await localNames(pool);
  const files = await sizesIn(await openImageStoreForCommand(config));
  return names.filter(({ name }) => !files.has(name)).map(({ eventId, name }) => ({ eventId, image: name }));
}
