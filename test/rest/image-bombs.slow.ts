import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { gifFile } from '../images/gif-file.js';
import { pngChunk, pngFile, textBomb } from '../images/png-file.js';
import { ask } from './ask.js';
import {
  event,
  expectCalm,
  images,
  overGraph,
  overRest,
  service,
  startImages,
  stopImages,
  storedFiles,
  token,
} from './image-uploads.js';

const MEGABYTE = 1024 * 1024;

beforeAll(startImages);
afterEach(expectCalm);
afterAll(stopImages);

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><script>alert(1)</script></svg>';
const html = '<html><script>alert(document.cookie)</script></html>';
const signature = () => pngFile(1, 1).subarray(0, 8);
const large = 'Supplied image must be no more than 1440px square';
const type = 'Supplied image must be a PNG, JPG or GIF';
const damaged = `${type}. This file is damaged`;

/** A JPEG whose header declares sides of 30 000 pixels. */
async function hugeJpeg(): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(30_000, frame + 5);
  jpeg.writeUInt16BE(30_000, frame + 7);
  return jpeg;
}

/** A GIF whose screen and frame declare sides of 30 000 pixels. */
function hugeGif(): Buffer {
  const gif = gifFile(200, 1);
  const frame = gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 200, 0, 200, 0]));
  for (const place of [6, 8, frame + 5, frame + 7]) gif.writeUInt16LE(30_000, place);
  return gif;
}

describe('an image bomb is rejected in REST and GraphQL, with a clear message', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, number, string, string]>([
    [
      'a PNG of 30 000 pixels a side in a few kilobytes',
      () => pngFile(30_000, 30_000, { rows: 3 }),
      400,
      large,
      'IMAGE_TOO_LARGE',
    ],
    [
      'a PNG with the maximum size of its header',
      () => pngFile(2 ** 31 - 1, 2 ** 31 - 1, { rows: 0 }),
      400,
      damaged,
      'IMAGE_UNREADABLE',
    ],
    ['a JPEG that declares 30 000 pixels a side', hugeJpeg, 400, large, 'IMAGE_TOO_LARGE'],
    ['a GIF that declares 30 000 pixels a side', hugeGif, 400, large, 'IMAGE_TOO_LARGE'],
    ['SVG', () => Buffer.from(svg), 400, type, 'IMAGE_TYPE'],
    [
      'HTML behind the signature of PNG',
      () => Buffer.concat([signature(), Buffer.from(html)]),
      400,
      damaged,
      'IMAGE_UNREADABLE',
    ],
    ['a PNG cut short', () => pngFile(200, 200, { rows: 100 }), 400, damaged, 'IMAGE_UNREADABLE'],
    ['base64 of an image', () => Buffer.from(pngFile(200, 200).toString('base64')), 400, type, 'IMAGE_TYPE'],
    [
      'a PNG of 10 MB and a byte',
      () => Buffer.concat([pngFile(200, 200), Buffer.alloc(10 * MEGABYTE)]),
      413,
      'Supplied image must be no larger than 10 MB',
      'UPLOAD_TOO_LARGE',
    ],
    [
      'a body of 100 MB',
      () => Buffer.alloc(100 * MEGABYTE, 1),
      413,
      'Supplied image must be no larger than 10 MB',
      'UPLOAD_TOO_LARGE',
    ],
  ])('%s', async (_, file, status, sentence, reason) => {
    const image = await file();
    expect(await overRest(image)).toEqual([status, sentence]);
    expect(await overGraph(image)).toEqual([[status === 413 ? 'TOO_LARGE' : 'INVALID', reason]]);
    expect([await images(), await storedFiles()]).toEqual([{}, []]);
  });
});

describe('an image bomb is sanitized', () => {
  afterEach(async () => {
    await ask(service, `/v2.1/events/${event}/images`, { method: 'DELETE', token });
    expect(await storedFiles()).toEqual([]);
  });

  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' }, IFD0: { Artist: 'secret' } };
  it.each<[string, () => Promise<Buffer>, number]>([
    ['a GIF of 2 000 frames', async () => gifFile(300, 2_000), 1],
    [
      'a CMYK JPEG with a GPS location',
      () =>
        sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
          .toColourspace('cmyk')
          .withExif(place)
          .jpeg()
          .toBuffer(),
      1,
    ],
    [
      'a PNG with texts that unpack to 800 MB, and HTML behind its end',
      async () => {
        const chunks = [...Array<Buffer>(100).fill(textBomb(8_000_000)), pngChunk('tEXt', Buffer.from('a\0secret'))];
        return Buffer.concat([pngFile(300, 300, { chunks }), Buffer.from(html)]);
      },
      1,
    ],
  ])('%s', async (_, file, pages) => {
    const image = await file();
    for (const [send, done] of [
      [overRest, [201]],
      [overGraph, []],
    ] as const) {
      expect(await send(image)).toEqual(done);
      const { orig, small } = (await images()) as Record<'orig' | 'small', { url: string; width: number }>;
      for (const { url, width } of [orig, small]) {
        const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
        const { width: real, space, exif, pages: frames = 1 } = await sharp(bytes, { animated: true }).metadata();
        expect({ real, space, exif, frames }).toEqual({ real: width, space: 'srgb', exif: undefined, frames: pages });
        expect(bytes.toString('latin1')).not.toMatch(/secret|GPS|script/);
      }
    }
  });

  it('ten of each concurrently, while other requests are served', async () => {
    const files = [pngFile(30_000, 30_000, { rows: 3 }), gifFile(1_440, 2_000), pngFile(1_440, 1_440)];
    const outcomes = await Promise.all(files.flatMap((file) => Array.from({ length: 10 }, () => overRest(file))));
    const counts: Record<string, number> = {};
    for (const outcome of outcomes) counts[outcome.join(' ')] = (counts[outcome.join(' ')] ?? 0) + 1;
    const busy = '503 The image cannot be stored at the moment, please try again';
    expect(counts[`400 ${large}`]).toBeGreaterThan(0);
    const limited = '429 Rate limit exceeded. Try again in 10 seconds';
    const allowed = [`400 ${large}`, '201', busy, limited];
    expect(Object.keys(counts).filter((outcome) => !allowed.includes(outcome))).toEqual([]);
    expect(await storedFiles()).toHaveLength(2);
  }, 240_000);
});
