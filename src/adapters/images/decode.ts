import sharp, { type SharpOptions } from 'sharp';
import { domainError } from '../../core/errors.js';
import { MIN_SIDE, MAX_SIDE } from './limits.js';

/** Timeout of one sharp operation. A valid image takes well under 1 s; this bounds crafted ones. */
export const TIMEOUT_SECONDS = 5;

/** Raw sRGB samples, 8 bits each, row by row. Holds the picture without any metadata of the file. */
export interface Pixels {
  readonly samples: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

/**
 * Decodes the first frame only. Rejects damaged files instead of repairing them, but not those that libjpeg only warns
 * of: cameras write superfluous bytes, and unusual headers of scans.
 */
const inputOptions: SharpOptions = { failOn: 'error', pages: 1, sequentialRead: true };

/**
 * Decodes a PNG, JPEG or GIF to upright sRGB. Rejects an oversized image by its header, before decoding; the header is
 * not trusted for anything else.
 *
 * @throws DomainError INVALID: IMAGE_NOT_SQUARE, IMAGE_TOO_SMALL, IMAGE_TOO_LARGE, IMAGE_UNREADABLE
 */
export async function decode(bytes: Uint8Array): Promise<Pixels> {
  confineSharp();
  // Reads the header only, so the pixel limit does not apply yet.
  const header = await unlessUnreadable(sharp(bytes, { ...inputOptions, limitInputPixels: false }).metadata());
  checkSides(header);
  const { data, info } = await unlessUnreadable(
    sharp(bytes, { ...inputOptions, limitInputPixels: MAX_SIDE ** 2 })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  return { samples: data, width: info.width, height: info.height, channels: info.channels };
}

function checkSides({ width, height }: { readonly width: number; readonly height: number }): void {
  if (width !== height) throw domainError('INVALID', 'IMAGE_NOT_SQUARE', 'image');
  if (width < MIN_SIDE) throw domainError('INVALID', 'IMAGE_TOO_SMALL', 'image');
  if (width > MAX_SIDE) throw domainError('INVALID', 'IMAGE_TOO_LARGE', 'image');
}

/** Maps any sharp error to IMAGE_UNREADABLE: sharp only reads here, so the file is damaged or crafted to time out. */
async function unlessUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw Object.assign(domainError('INVALID', 'IMAGE_UNREADABLE', 'image'), { cause });
  }
}

const loaders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif'];

// One thread per image, and no upload cached in memory. Both settings are process-wide.
sharp.concurrency(1);
sharp.cache(false);

let isConfined = false;

/**
 * Blocks every decoder except PNG, JPEG and GIF for the whole process, so that SVG, TIFF, PDF and the like are never
 * attempted, whatever the bytes contain. The block of all decoders runs only once, before the first image: while it is
 * in effect, a concurrent image would find no decoder at all. SVG is blocked on each call, because the demo data
 * unblocks it to draw its images.
 */
function confineSharp(): void {
  if (!isConfined) {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: loaders });
    isConfined = true;
  }
  sharp.block({ operation: ['VipsForeignLoadSvg'] });
}
