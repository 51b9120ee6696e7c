import { describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { deflateSync } from 'node:zlib';
import { processEventImage } from '../../src/adapters/images/event-image.js';
import { ultraHdr, withProgressiveScan, withSurplusBytes, withTrailer } from './jpeg-file.js';
import { pngChunk, pngFile } from './png-file.js';

const red = { r: 255, g: 0, b: 0 };
const plain = (side = 200): Sharp => sharp({ create: { width: side, height: side, channels: 3, background: red } });
const jpeg = () => plain().jpeg({ quality: 95 }).toBuffer();

/** The warning or error of libvips at its strictest. */
const complaintOf = (file: Buffer): Promise<string> =>
  sharp(file, { failOn: 'warning' })
    .raw()
    .toBuffer()
    .then(
      () => 'none',
      ({ message }: Error) => message,
    );

async function centreOf(bytes: Buffer): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = ((info.height >> 1) * info.width + (info.width >> 1)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

describe('A picture is accepted, with its size and colour,', () => {
  it.each<[string, RegExp, () => Promise<Buffer>]>([
    ['as a Samsung camera writes its scan', /Invalid SOS parameters/, async () => withProgressiveScan(await jpeg())],
    ['with bytes between its segments', /extraneous bytes before marker/, async () => withSurplusBytes(await jpeg())],
    ['with the trailer of a Samsung camera', /none/, async () => withTrailer(await jpeg())],
    [
      'with all of them',
      /extraneous bytes/,
      async () => withTrailer(withSurplusBytes(withProgressiveScan(await jpeg()))),
    ],
    ['in Ultra HDR', /none/, async () => ultraHdr(await jpeg(), await plain(50).greyscale().jpeg().toBuffer())],
    ['in CMYK without a profile', /none/, () => plain().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()],
    ['in CMYK with a profile', /none/, () => plain().withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer()],
  ])('%s', async (_, complaint, file) => {
    const bytes = await file();
    const { original, small } = await processEventImage(bytes);
    expect([original, small].map(({ extension, width, height }) => [extension, width, height])).toEqual([
      ['jpg', 200, 200],
      ['jpg', 140, 140],
    ]);
    for (const image of [original, small]) {
      const [r = 0, g = 255, b = 255] = await centreOf(image.bytes);
      expect(r > 200 && g < 60 && b < 60).toBe(true);
      expect((await sharp(image.bytes).metadata()).space).toBe('srgb');
    }
    // Proves that the file is what its name says.
    expect(await complaintOf(bytes)).toMatch(complaint);
  });

  it('in CMYK, whose profile is embedded or absent', async () => {
    const without = await plain().toColourspace('cmyk').jpeg().toBuffer();
    const withProfile = await plain().withIccProfile('cmyk').jpeg().toBuffer();
    const facts = await Promise.all([without, withProfile].map((file) => sharp(file).metadata()));
    expect(facts.map(({ space, icc }) => [space, icc !== undefined])).toEqual([
      ['cmyk', false],
      ['cmyk', true],
    ]);
  });

  it.each<[string, Buffer]>([
    ['that is no profile', Buffer.concat([Buffer.from('ICC\0\0'), deflateSync(Buffer.from('no profile'))])],
    ['that is not compressed', Buffer.from('ICC\0\0no profile')],
    ['without a name', Buffer.concat([Buffer.from('\0\0'), deflateSync(Buffer.alloc(128))])],
  ])('as PNG with a colour profile %s', async (_, profile) => {
    const file = pngFile(200, 200, { chunks: [pngChunk('iCCP', profile)] });
    const { original } = await processEventImage(file);
    expect([original.extension, original.width, await centreOf(original.bytes)]).toEqual(['png', 200, [0, 0, 0]]);
  });
});

describe('A damaged picture is refused as damaged', () => {
  const noise = () =>
    sharp({
      create: {
        ...{ width: 200, height: 200, channels: 3, background: red },
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    });

  it.each<[string, () => Promise<Buffer>]>([
    ['JPEG without its second half', async () => (await noise().jpeg().toBuffer()).subarray(0, 9_000)],
    ['JPEG without its last bytes', async () => (await noise().jpeg().toBuffer()).subarray(0, -40)],
    ['JPEG without its picture', async () => (await jpeg()).subarray(0, 300)],
    [
      'JPEG of a Samsung camera without its second half',
      async () => withProgressiveScan(await noise().jpeg().toBuffer()).subarray(0, 9_000),
    ],
    [
      'progressive JPEG without its end',
      async () => (await noise().jpeg({ progressive: true }).toBuffer()).subarray(0, -9_000),
    ],
    ['PNG without its end', async () => (await noise().png().toBuffer()).subarray(0, -100)],
    ['GIF without its end', async () => (await noise().gif().toBuffer()).subarray(0, 9_000)],
    [
      'PNG with another byte in its pixels',
      async () => {
        const file = Buffer.from(await noise().png().toBuffer());
        file[file.length >> 1]! ^= 0xff;
        return file;
      },
    ],
  ])('%s', async (_, file) => {
    await expect(processEventImage(await file())).rejects.toMatchObject({
      code: 'INVALID',
      problems: [{ reason: 'IMAGE_UNREADABLE', field: 'image' }],
    });
  });
});
