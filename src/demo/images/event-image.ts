import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { StoredImage } from '../../database/entities/event.entity.js';
import { makeFolder } from '../../config/make-folder.js';
import { seededRandom } from '../seed/random.js';
import { compositions } from './compositions.js';
import { palettes } from './palettes.js';

const ORIGINAL_SIDE = 480;
const SMALL_SIDE = 140;
const HASH_DIGITS = 8;

/** The two sizes of an event's picture, not yet written to disk. */
export interface DrawnImage {
  readonly stored: readonly [original: StoredImage, small: StoredImage];
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
}

/**
 * Draws a picture for an event; adjacent values of `place` differ in colors and composition.
 *
 * @param place the event's index, counted from 0; the same index always yields the same picture
 */
export async function drawEventImage(eventId: number, place: number): Promise<DrawnImage> {
  const random = seededRandom(0x5eed + place);
  const palette = palettes[place % palettes.length]!;
  const shapes = compositions[place % compositions.length]!(palette, random);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${ORIGINAL_SIDE}" height="${ORIGINAL_SIDE}">
    <rect width="100%" height="100%" fill="${palette[0]}"/>${shapes}</svg>`;
  // The process restricts sharp to PNG, JPEG and GIF for uploads (src/adapters/images/confine-sharp.ts); this SVG is
  // trusted.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const original = await sharp(Buffer.from(svg)).png().toBuffer();
  const small = await sharp(original).resize(SMALL_SIDE, SMALL_SIDE).png().toBuffer();
  const hash = createHash('sha256').update(original).digest('hex').slice(0, HASH_DIGITS);
  const name = (form: 'orig' | 'small'): string => `event-${eventId}-${hash}-${form}.png`;
  return {
    stored: [
      { kind: 'ORIGINAL', location: name('orig'), width: ORIGINAL_SIDE, height: ORIGINAL_SIDE },
      { kind: 'SMALL', location: name('small'), width: SMALL_SIDE, height: SMALL_SIDE },
    ],
    files: [
      { name: name('orig'), bytes: original },
      { name: name('small'), bytes: small },
    ],
  };
}

/** Writes the image files into a folder, and creates the folder if it does not exist. */
export async function writeImages(images: readonly DrawnImage[], directory: string): Promise<void> {
  await makeFolder(directory);
  const files = images.flatMap((image) => image.files);
  await Promise.all(files.map(({ name, bytes }) => writeFile(join(directory, name), bytes)));
}
