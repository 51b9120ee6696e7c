import { Readable } from 'node:stream';
import { isWebAddress } from '../../domain/validation.js';
import type { StoredImage } from '../../entities/event.entity.js';
import { DomainError } from '../../errors.js';
import type { EventImageFiles } from '../../images/event-image-files.js';
import { LEAST_SIDE, MOST_SIDE } from '../../images/limits.js';
import { OperatorError } from '../../operator-error.js';
import type { Source } from './source.js';
import type { EventRecord } from './wire.js';

/** The images of an event; none where it has no picture. */
export type Picture = readonly StoredImage[];

/** What came of asking for the picture: the file, or addresses that it keeps, or why there is neither. */
export type Fetched = { readonly file: Buffer } | { readonly kept: Picture } | { readonly problem: string };

const kinds: Readonly<Record<string, StoredImage['kind']>> = { orig: 'ORIGINAL', small: 'SMALL' };

/** Asks for the largest form of the picture, if that lies on the server itself; null when the event has none. */
export async function fetchPicture(source: Source, { images }: EventRecord): Promise<Fetched | null> {
  const known = images.flatMap(({ type, url, width, height }) => {
    const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    return kind && url !== null && isWebAddress(url)
      ? [{ kind, location: new URL(url).href, width: sideOf(width), height: sideOf(height) }]
      : [];
  });
  const largest = known.find(({ kind }) => kind === 'ORIGINAL') ?? known[0];
  if (!largest) return images.length === 0 ? null : { problem: 'it has no address of http or https' };
  if (!source.owns(largest.location)) return { kept: known };
  try {
    return { file: await source.file(largest.location) };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { problem: `its file cannot be had: ${error.message}` };
  }
}

/** What a side may be told as, in pixels: sizes of pictures that stay elsewhere are only words. */
const LONGEST_SIDE = 100_000;
const sideOf = (given: number | null): number => Math.min(LONGEST_SIDE, Math.max(0, Math.round(given ?? 0)));

/** What is stored of a picture, and why it is not all, or not as it was. */
interface Kept {
  readonly images: Picture;
  readonly skipped?: string;
  readonly repaired?: string;
}

/**
 * Stores the picture as if somebody had uploaded it (spec §8), or keeps its addresses.
 *
 * @throws OperatorError when the image store cannot be written
 */
export async function storePicture(files: EventImageFiles, eventId: number, fetched: Fetched): Promise<Kept> {
  if ('problem' in fetched) return { images: [], skipped: fetched.problem };
  if ('kept' in fetched) {
    return { images: fetched.kept, repaired: 'its files stay on another server, which is not asked for them' };
  }
  try {
    return { images: await files.store(String(eventId), Readable.from([fetched.file])) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code !== 'UNAVAILABLE') {
      return { images: [], skipped: `it is no square PNG, JPEG or GIF of ${LEAST_SIDE} to ${MOST_SIDE} pixels` };
    }
    throw new OperatorError('The picture cannot be stored: look whether DATA_DIR can be written, and has room.', {
      cause: error,
    });
  }
}
