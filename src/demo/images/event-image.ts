import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { ImageStore } from '../../adapters/storage/image-store.js';
import type { StoredImage } from '../../database/entities/event.entity.js';
import { makeFolder } from '../../config/make-folder.js';
import { seededRandom, type Random } from '../seed/seed.js';

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
  // The process restricts sharp to PNG, JPEG and GIF for uploads (src/adapters/images/decode.ts); this SVG is
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

/** Saves drawn images. */
export type SaveImages = (images: readonly DrawnImage[]) => Promise<void>;

/** Writes the image files into a folder, and creates the folder if it does not exist. */
export const saveInFolder =
  (directory: string): SaveImages =>
  async (images) => {
    await makeFolder(directory);
    await Promise.all(filesOf(images).map(({ name, bytes }) => writeFile(join(directory, name), bytes)));
  };

const CONCURRENT_UPLOADS = 8;

/** Puts the image files into a store. */
export const saveInStore =
  (store: Pick<ImageStore, 'put'>): SaveImages =>
  async (images) => {
    await pLimit(CONCURRENT_UPLOADS).map(filesOf(images), ({ name, bytes }) => store.put(name, bytes));
  };

const filesOf = (images: readonly DrawnImage[]) => images.flatMap(({ files }) => files);

/** A color palette: the background, then shape colors from the most to the least prominent. */
type Palette = readonly [ground: string, ...shapes: string[]];

const palettes: readonly Palette[] = [
  ['#fdf1dc', '#e4572e', '#17496e', '#f3a712', '#a8c686'],
  ['#12263a', '#f4d35e', '#ee964b', '#f95738', '#4d7ea8'],
  ['#f2efe9', '#2a6f6b', '#d1495b', '#edae49', '#30475e'],
  ['#23173d', '#ff8fa3', '#c77dff', '#ffd166', '#5e60ce'],
  ['#eaf4f4', '#3a5a40', '#a3b18a', '#bc6c25', '#dda15e'],
  ['#fff8f0', '#b3261e', '#1b1b1e', '#d8973c', '#8c9a9e'],
  ['#0b3d2e', '#f6ae2d', '#f26419', '#86bbd8', '#e8e9eb'],
  ['#f6f0ff', '#5a2a83', '#00a6a6', '#ff9b42', '#d4a5ff'],
];

/** Draws SVG elements on a canvas of 480 × 480 pixels with a painted background. */
type Composition = (palette: Palette, random: Random) => string;

const SIZE = 480;
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const shapesOf = ([, ...shapes]: Palette): string[] => shapes;

/** Tiles of quarter circles in random rotations. */
const tiles: Composition = (palette, random) => {
  const side = SIZE / 4;
  const tile = (column: number, row: number): string => {
    const [one, other] = random.sample(shapesOf(palette), 2);
    const place = `translate(${column * side} ${row * side}) rotate(${random.between(0, 3) * 90} ${side / 2} ${side / 2})`;
    const arc = (radius: number, colour: string | undefined): string =>
      `<path d="M0 0H${radius}A${radius} ${radius} 0 0 1 0 ${radius}Z" fill="${colour}"/>`;
    return `<g transform="${place}">${arc(side, one)}${random.chance(0.6) ? arc(side / 2, other) : ''}</g>`;
  };
  return range(16)
    .map((index) => tile(index % 4, Math.floor(index / 4)))
    .join('');
};

/** A sun over layers of hills. */
const hills: Composition = (palette, random) => {
  const [sun, ...slopes] = random.sample(shapesOf(palette), 4);
  const disc = `<circle cx="${random.between(120, 360)}" cy="${random.between(110, 190)}" r="${random.between(55, 95)}" fill="${sun}"/>`;
  const hill = (colour: string, index: number): string => {
    const height = 230 + index * 75;
    const [left, right] = [random.between(-110, 90), random.between(-90, 110)];
    const crest = `M0 ${height}C160 ${height + left} 320 ${height + right} ${SIZE} ${height - random.between(-30, 30)}`;
    return `<path d="${crest}V${SIZE}H0Z" fill="${colour}"/>`;
  };
  return disc + slopes.map(hill).join('');
};

/** Concentric rings around an off-center point. */
const orbits: Composition = (palette, random) => {
  const colours = shapesOf(palette);
  const [x, y] = [random.between(140, 340), random.between(140, 340)];
  const ring = (index: number): string => {
    const turn = random.between(0, 359);
    const radius = 36 + index * 38;
    const length = 2 * Math.PI * radius * (0.35 + random.next() * 0.6);
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colours[index % colours.length]}" stroke-width="22"
      stroke-linecap="round" stroke-dasharray="${length.toFixed(1)} 9999" transform="rotate(${turn} ${x} ${y})"/>`;
  };
  return `${range(7).map(ring).join('')}<circle cx="${x}" cy="${y}" r="16" fill="${colours[0]}"/>`;
};

/** Slanted ribbons behind two concentric discs. */
const ribbons: Composition = (palette, random) => {
  const colours = random.sample(shapesOf(palette), 4);
  const ribbon = (index: number): string =>
    `<rect x="-240" y="${index * 80 - 200}" width="960" height="${random.between(24, 62)}" rx="30" fill="${colours[index % colours.length]}"/>`;
  const angle = random.pick([-35, -20, 25, 40]);
  return `<g transform="rotate(${angle} 240 240)">${range(11).map(ribbon).join('')}</g>
    <circle cx="240" cy="240" r="${random.between(80, 120)}" fill="${palette[0]}"/>
    <circle cx="240" cy="240" r="${random.between(38, 66)}" fill="${colours[0]}"/>`;
};

/** A grid of leaves, a few of them rotated. */
const leaves: Composition = (palette, random) => {
  const colours = shapesOf(palette);
  const leaf = (index: number): string => {
    const [x, y] = [48 + (index % 5) * 96, 48 + Math.floor(index / 5) * 96];
    const lean = random.chance(0.2) ? 90 : 0;
    return `<path d="M${x - 40} ${y + 40}Q${x - 40} ${y - 40} ${x + 40} ${y - 40}Q${x + 40} ${y + 40} ${x - 40} ${y + 40}Z"
      fill="${random.pick(colours)}" transform="rotate(${lean} ${x} ${y})"/>`;
  };
  return range(25).map(leaf).join('');
};

const compositions: readonly Composition[] = [tiles, hills, orbits, ribbons, leaves];
