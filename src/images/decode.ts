import sharp, { type SharpOptions } from 'sharp';
import { fail } from '../errors.js';
import { confineSharp } from './confine-sharp.js';
import { LEAST_SIDE, MOST_SIDE } from './limits.js';

/** Each step on an image of legal size takes well under a second; this ends what an attacker made take longer. */
export const STEP_SECONDS = 5;

/** Bare sRGB samples, 8 bits each, row by row: what is left of a file when everything but its picture is gone. */
export interface Pixels {
  readonly samples: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

/** The first frame; damaged files are refused, not guessed at. */
const reading: SharpOptions = { failOn: 'warning', pages: 1, sequentialRead: true };

/**
 * Decodes a PNG, JPEG or GIF, upright and in sRGB. What its header says is believed only to refuse it: an image that is
 * too large is never decoded.
 *
 * @throws DomainError INVALID: IMAGE_NOT_SQUARE, IMAGE_TOO_SMALL, IMAGE_TOO_LARGE, IMAGE_UNREADABLE
 */
export async function decode(bytes: Uint8Array): Promise<Pixels> {
  confineSharp();
  // The header alone is read here, so its numbers may be as large as they like.
  const header = await unlessUnreadable(sharp(bytes, { ...reading, limitInputPixels: false }).metadata());
  checkSides(header);
  const { data, info } = await unlessUnreadable(
    sharp(bytes, { ...reading, limitInputPixels: MOST_SIDE ** 2 })
      .timeout({ seconds: STEP_SECONDS })
      .autoOrient()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  return { samples: data, width: info.width, height: info.height, channels: info.channels };
}

function checkSides({ width, height }: { readonly width: number; readonly height: number }): void {
  if (width !== height) throw fail('INVALID', 'IMAGE_NOT_SQUARE', 'image');
  if (width < LEAST_SIDE) throw fail('INVALID', 'IMAGE_TOO_SMALL', 'image');
  if (width > MOST_SIDE) throw fail('INVALID', 'IMAGE_TOO_LARGE', 'image');
}

/** sharp only reads here, so its complaint is about the file: damaged, or made to take for ever. */
async function unlessUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw Object.assign(fail('INVALID', 'IMAGE_UNREADABLE', 'image'), { cause });
  }
}
