import { Readable } from 'node:stream';
import { isWebUrl } from '../../../core/common/validation.js';
import type { StoredImage } from '../../../database/entities/event.entity.js';
import { DomainError } from '../../../core/errors.js';
import type { EventImageFiles } from '../../../core/ports.js';
import { MIN_SIDE, MAX_SIDE } from '../../../adapters/images/limits.js';
import { OperatorError } from '../../../config/operator-error.js';
import type { Source } from './source.js';
import type { EventRecord } from './wire.js';

/** The images of an event; empty without a picture. */
export type Picture = readonly StoredImage[];

/** The downloaded file, or the remote URLs to link, or the reason for neither. */
export type Fetched = { readonly file: Buffer } | { readonly linked: Picture } | { readonly problem: string };

const kinds: ReadonlyMap<string, StoredImage['kind']> = new Map([
  ['orig', 'ORIGINAL'],
  ['small', 'SMALL'],
] as const);

/** Downloads the largest image if the same server hosts it; null if the event has none. */
export async function fetchPicture(source: Source, { images }: EventRecord): Promise<Fetched | null> {
  const known = images.flatMap(({ type, url, width, height }) => {
    const kind = kinds.get(type);
    return kind && url !== null && isWebUrl(url)
      ? [{ kind, location: new URL(url).href, width: sideOf(width), height: sideOf(height) }]
      : [];
  });
  const largest = known.find(({ kind }) => kind === 'ORIGINAL') ?? known[0];
  if (!largest) return images.length === 0 ? null : { problem: 'it has no http or https URL' };
  if (!source.owns(largest.location)) return { linked: known };
  try {
    return { file: await source.file(largest.location) };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { problem: `its file could not be downloaded: ${error.message}` };
  }
}

/** Maximum size in pixels that is stored for linked images, whose reported size is unverified. */
const MAX_REPORTED_SIDE = 100_000;
const sideOf = (reported: number | null): number => Math.min(MAX_REPORTED_SIDE, Math.max(0, Math.round(reported ?? 0)));

/** The stored images, and why an image was skipped or repaired. */
interface StorageOutcome {
  readonly images: Picture;
  readonly skipped?: string;
  readonly repaired?: string;
}

/**
 * Stores the picture like an upload (spec §8), or links to its remote URLs.
 *
 * @throws OperatorError when the image store is not writable
 */
export async function storePicture(files: EventImageFiles, eventId: number, fetched: Fetched): Promise<StorageOutcome> {
  if ('problem' in fetched) return { images: [], skipped: fetched.problem };
  if ('linked' in fetched) {
    return { images: fetched.linked, repaired: 'its files were linked, not copied: another server hosts them' };
  }
  try {
    return { images: await files.store(String(eventId), Readable.from([fetched.file])) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code !== 'UNAVAILABLE') {
      return { images: [], skipped: `it is not a square PNG, JPEG or GIF of ${MIN_SIDE} to ${MAX_SIDE} pixels` };
    }
    throw new OperatorError(
      'Failed to store the picture: check the free space and write permissions of DATA_DIR, or the bucket of S3_BUCKET.',
      { cause: error },
    );
  }
}
