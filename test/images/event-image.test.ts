import { describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { drawEventImage } from '../../src/demo/images/event-image.js';
import { processEventImage } from '../../src/adapters/images/event-image.js';
import { MAX_IMAGE_BYTES } from '../../src/adapters/images/limits.js';
import { pngFile } from './png-file.js';

const red = { r: 255, g: 0, b: 0 };
const plain = (width: number, height = width): Sharp =>
  sharp({ create: { width, height, channels: 3, background: red } });
const noise = (side: number): Sharp =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: red,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="9" height="9"/></svg>';
const html = '<html><script>alert(document.cookie)</script></html>';

/** The error for an image. */
async function refusal(bytes: Uint8Array): Promise<unknown> {
  return processEventImage(bytes).then(
    () => 'accepted',
    ({ code, problems }: { code: unknown; problems: unknown }) => ({ code, problems }),
  );
}
const invalid = (reason: string): unknown => ({ code: 'INVALID', problems: [{ reason, field: 'image' }] });

describe('an image is rejected', () => {
  const refused: [string, string, () => Buffer | Promise<Buffer>][] = [
    ['that is empty', 'IMAGE_MISSING', () => Buffer.alloc(0)],
    ['that is SVG', 'IMAGE_TYPE', () => Buffer.from(svg)],
    ['that is HTML', 'IMAGE_TYPE', () => Buffer.from(html)],
    ['that is TIFF', 'IMAGE_TYPE', () => plain(200).tiff().toBuffer()],
    ['that is WebP', 'IMAGE_TYPE', () => plain(200).webp().toBuffer()],
    ['that is a PNG signature cut short', 'IMAGE_TYPE', () => pngFile(200, 200).subarray(0, 7)],
    [
      'that is HTML behind the signature of PNG',
      'IMAGE_UNREADABLE',
      () => Buffer.concat([pngFile(1, 1).subarray(0, 8), Buffer.from(html)]),
    ],
    ['that is SVG behind the signature of GIF', 'IMAGE_UNREADABLE', () => Buffer.from(`GIF89a${svg}`)],
    ['that is a PNG whose pixels are missing', 'IMAGE_UNREADABLE', () => pngFile(200, 200, { rows: 100 })],
    [
      'that is a truncated JPEG',
      'IMAGE_UNREADABLE',
      async () => (await noise(200).jpeg().toBuffer()).subarray(0, 9_000),
    ],
    ['that is a truncated PNG', 'IMAGE_UNREADABLE', async () => (await noise(200).png().toBuffer()).subarray(0, 9_000)],
    ['that is a truncated GIF', 'IMAGE_UNREADABLE', async () => (await noise(200).gif().toBuffer()).subarray(0, 9_000)],
    ['that is not square', 'IMAGE_NOT_SQUARE', () => plain(200, 201).png().toBuffer()],
    ['of 139 px', 'IMAGE_TOO_SMALL', () => plain(139).png().toBuffer()],
    ['of 1441 px', 'IMAGE_TOO_LARGE', () => plain(1441).jpeg().toBuffer()],
    ['that claims 30000×30000 px in a few kB', 'IMAGE_TOO_LARGE', () => pngFile(30_000, 30_000, { rows: 10 })],
  ];
  it.each(refused)('%s', async (_, reason, file) => {
    expect(await refusal(await file())).toEqual(invalid(reason));
  });

  it('that is larger than 10 MB', async () => {
    expect(await refusal(Buffer.alloc(MAX_IMAGE_BYTES + 1))).toEqual({
      code: 'TOO_LARGE',
      problems: [{ reason: 'UPLOAD_TOO_LARGE', field: 'image' }],
    });
  });

  it('by libvips too, once an image has been read: all other decoders are disabled', async () => {
    await processEventImage(pngFile(140, 140));
    const tried = [Buffer.from(svg), await plain(9).tiff().toBuffer(), await plain(9).webp().toBuffer()];
    const messages = tried.map((file) =>
      sharp(file)
        .metadata()
        .then(String, ({ message }: Error) => message),
    );
    expect(await Promise.all(messages)).toEqual(Array(3).fill('Input buffer contains unsupported image format'));
  });

  it('and demo images, which are drawn as SVG, can still be created', async () => {
    await processEventImage(pngFile(140, 140));
    const drawn = await drawEventImage(1, 0);
    expect(drawn.files.map(({ bytes }) => bytes.subarray(1, 4).toString())).toEqual(['PNG', 'PNG']);
    await processEventImage(pngFile(140, 140));
    await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow('unsupported image format');
  });
});
