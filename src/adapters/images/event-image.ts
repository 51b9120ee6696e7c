import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { domainError } from '../../core/errors.js';
import type { Upload } from '../../core/ports.js';
import { decode, TIMEOUT_SECONDS, type Pixels } from './decode.js';
import { MAX_IMAGE_BYTES, SMALL_SIDE } from './limits.js';
import { readUpload } from './read-upload.js';

/** An encoded file, ready to store and serve. It contains no metadata. Width and height are in pixels. */
export interface EncodedImage {
  readonly bytes: Buffer;
  readonly extension: ImageExtension;
  readonly width: number;
  readonly height: number;
}

/** Both sizes of an event's image, in the format of the upload. */
export interface EventImage {
  readonly original: EncodedImage;
  /** 140 px square. */
  readonly small: EncodedImage;
}

// Uses two of libuv's four default threads; file, DNS and password work share the others.
const slots = pLimit(2);
/** Maximum number of images in flight (uploading, queued or processed); each holds up to 10 MB. */
const MAX_IN_FLIGHT = 22;
let inFlight = 0;

const encoders: Record<ImageType['format'], (image: Sharp) => Sharp> = {
  png: (image) => image.png(),
  jpeg: (image) => image.jpeg({ quality: 90 }),
  gif: (image) => image.gif(),
};

/**
 * Reads and processes an upload. Rejects it before reading if too many are in flight, because a slow client holds its
 * buffer for as long as a request may last.
 *
 * @throws DomainError as `readUpload` and `processEventImage`, and UNAVAILABLE (IMAGES_BUSY: too many in flight)
 */
export async function receiveEventImage(upload: Upload): Promise<EventImage> {
  if (inFlight >= MAX_IN_FLIGHT) throw domainError('UNAVAILABLE', 'IMAGES_BUSY');
  inFlight += 1;
  try {
    return await processEventImage(await readUpload(upload));
  } finally {
    inFlight -= 1;
  }
}

/**
 * Validates an uploaded file and encodes both sizes (spec §8, contract §4.6). Re-encoding from raw pixels strips all
 * other content of the file. Animations are reduced to their first frame.
 *
 * @throws DomainError INVALID (IMAGE_MISSING, IMAGE_TYPE, IMAGE_UNREADABLE, IMAGE_NOT_SQUARE, IMAGE_TOO_SMALL,
 *   IMAGE_TOO_LARGE), TOO_LARGE (UPLOAD_TOO_LARGE)
 */
export async function processEventImage(bytes: Uint8Array): Promise<EventImage> {
  if (bytes.length === 0) throw domainError('INVALID', 'IMAGE_MISSING', 'image');
  if (bytes.length > MAX_IMAGE_BYTES) throw domainError('TOO_LARGE', 'UPLOAD_TOO_LARGE', 'image');
  const type = imageTypeOf(bytes);
  if (type === undefined) throw domainError('INVALID', 'IMAGE_TYPE', 'image');
  return slots(async () => {
    const pixels = await decode(bytes);
    return { original: await encode(pixels, pixels.width, type), small: await encode(pixels, SMALL_SIDE, type) };
  });
}

async function encode({ samples, ...raw }: Pixels, side: number, type: ImageType): Promise<EncodedImage> {
  const image = sharp(samples, { raw }).resize(side, side).timeout({ seconds: TIMEOUT_SECONDS });
  const { data, info } = await encoders[type.format](image).toBuffer({ resolveWithObject: true });
  return {
    bytes: data,
    extension: type.extension,
    width: info.width,
    height: info.height,
  };
}

type ImageExtension = 'png' | 'jpg' | 'gif';

interface ImageType {
  readonly extension: ImageExtension;
  /** The format name in sharp. */
  readonly format: 'png' | 'jpeg' | 'gif';
}

const types: readonly (ImageType & { readonly signatures: readonly string[] })[] = [
  { extension: 'png', format: 'png', signatures: ['\x89PNG\r\n\x1a\n'] },
  { extension: 'jpg', format: 'jpeg', signatures: ['\xff\xd8\xff'] },
  { extension: 'gif', format: 'gif', signatures: ['GIF87a', 'GIF89a'] },
];
const MAX_SIGNATURE_BYTES = 8;

/**
 * Detects the type from the file signature. Ignores the client's file name and Content-Type, so that no decoder sees
 * any other format.
 */
function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const start = Buffer.from(bytes.subarray(0, MAX_SIGNATURE_BYTES)).toString('latin1');
  return types.find(({ signatures }) => signatures.some((signature) => start.startsWith(signature)));
}
