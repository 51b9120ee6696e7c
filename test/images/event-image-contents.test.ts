import { describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { processEventImage, type EncodedImage } from '../../src/adapters/images/event-image.js';
import { partsOf } from './file-parts.js';
import { gifFile } from './gif-file.js';
import { pngChunk, pngFile, textBomb } from './png-file.js';

const red = { r: 255, g: 0, b: 0 };
const blue = { r: 0, g: 0, b: 255 };
const plain = (side: number): Sharp => sharp({ create: { width: side, height: side, channels: 3, background: red } });
const html = '<html><script>alert(document.cookie)</script></html>';
const place = { IFD0: { Artist: 'secret' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } };
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>';

/** Allowed parts of a stored file, by the names of `file-parts.ts`. */
const partsOfPictures = {
  png: ['IDAT', 'IEND', 'IHDR', 'pHYs'],
  jpg: ['APP0 JFIF', 'c0', 'c4', 'da', 'db'],
  gif: ['extension f9', 'frame', '1 in all'],
};
const factsOf = ({ bytes, ...facts }: EncodedImage): unknown => ({
  ...facts,
  surplus: partsOf[facts.extension](bytes).filter((part) => !partsOfPictures[facts.extension].includes(part)),
  secrets: bytes.toString('latin1').match(/secret|Exif|GPS|xmpmeta|ICC_PROFILE|script/g),
});

/** A colour as the values of its channels. */
async function colourAt({ bytes }: EncodedImage, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

describe('of an accepted image only the pixels are kept', () => {
  const jpeg = async (): Promise<Buffer> =>
    plain(600).withExif(place).withXmp(xmp).withIccProfile('p3').jpeg().toBuffer();
  const accepted: [string, 'png' | 'jpg' | 'gif', number, () => Promise<Buffer>, string | RegExp][] = [
    ['a JPEG with EXIF, XMP and a colour profile', 'jpg', 600, jpeg, /secret.*ICC_PROFILE/s],
    [
      'a CMYK JPEG with a GPS location',
      'jpg',
      300,
      () => plain(300).toColourspace('cmyk').withExif(place).jpeg().toBuffer(),
      /Exif.*secret/s,
    ],
    [
      'a JPEG that is also HTML',
      'jpg',
      300,
      async () => Buffer.concat([await plain(300).jpeg().toBuffer(), Buffer.from(html)]),
      'script',
    ],
    [
      'a PNG with texts, EXIF and HTML behind its end',
      'png',
      1440,
      async () =>
        Buffer.concat([
          pngFile(1440, 1440, {
            chunks: [pngChunk('tEXt', Buffer.from('Comment\0secret')), pngChunk('prVt', Buffer.from('secret'))],
          }),
          Buffer.from(html),
        ]),
      /secret.*script/s,
    ],
    [
      'a PNG whose texts unpack to 800 MB',
      'png',
      140,
      async () => pngFile(140, 140, { chunks: Array<Buffer>(100).fill(textBomb(8_000_000)) }),
      'zTXt',
    ],
    [
      'a PNG of 16 bits a sample',
      'png',
      200,
      async () => plain(200).toColourspace('rgb16').withExif(place).png().toBuffer(),
      'secret',
    ],
    ['a GIF of 2 000 frames with a comment', 'gif', 150, async () => gifFile(150, 2_000), 'secret'],
  ];
  it.each(accepted)('%s', async (_, extension, side, file, hidden) => {
    const upload = await file();
    // Proves that the test could fail: the file contains the part.
    expect(upload.toString('latin1')).toMatch(hidden);
    const { original, small } = await processEventImage(upload);
    const common = { extension, surplus: [], secrets: null };
    expect([factsOf(original), factsOf(small)]).toEqual([
      { ...common, width: side, height: side },
      { ...common, width: 140, height: 140 },
    ]);
  });

  it('the parser finds such parts', async () => {
    const exif = await plain(20).withExif(place).withIccProfile('p3').jpeg().toBuffer();
    expect(partsOf.jpg(Buffer.concat([exif, Buffer.from(html)]))).toEqual([
      ...['APP1 Exif', 'APP2 ICC_PROFILE', 'after the end', 'c0', 'c4', 'da', 'db'],
    ]);
    expect(partsOf.png(pngFile(20, 20, { chunks: [pngChunk('tEXt', Buffer.from('a\0b'))] }))).toEqual([
      ...['IDAT', 'IEND', 'IHDR', 'tEXt'],
    ]);
    expect(partsOf.gif(Buffer.concat([gifFile(20, 3), Buffer.from(html)]))).toEqual([
      ...['after the end', 'extension f9', 'extension fe', 'frame', '3 in all'],
    ]);
  });
});

describe('the picture is unchanged', () => {
  it('upright if its EXIF orientation is rotated', async () => {
    const right = await sharp({ create: { width: 200, height: 400, channels: 3, background: blue } })
      .png()
      .toBuffer();
    const turned = await plain(400)
      .composite([{ input: right, left: 200, top: 0 }])
      .removeAlpha()
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const { original, small } = await processEventImage(turned);
    expect([await colourAt(original, 200, 10), await colourAt(original, 200, 390)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
    expect([await colourAt(small, 70, 5), await colourAt(small, 70, 135)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  it('transparent like its palette PNG', async () => {
    const half = { create: { width: 200, height: 200, channels: 4 as const, background: { ...red, alpha: 0.5 } } };
    const palette = await sharp(half).png({ palette: true }).toBuffer();
    expect((await sharp(palette).metadata()).isPalette).toBe(true);
    const { original, small } = await processEventImage(palette);
    expect([await colourAt(original, 9, 9), await colourAt(small, 9, 9)]).toEqual([
      [255, 0, 0, 128],
      [255, 0, 0, 128],
    ]);
  });

  it('red if it was red in CMYK, in 16 bits, or in the first frame of an animation', async () => {
    const files = [
      await plain(200).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
      await plain(200).toColourspace('rgb16').png().toBuffer(),
      gifFile(200, 3),
    ];
    const images = await Promise.all(files.map(processEventImage));
    const colours = await Promise.all(images.map(({ original }) => colourAt(original, 9, 9)));
    const isRed = ([r, g, b]: number[]): boolean => r! > 200 && g! < 60 && b! < 60;
    expect(colours.map(isRed)).toEqual([true, true, true]);
    expect((await sharp(images[1]!.original.bytes).metadata()).depth).toBe('uchar');
  });

  it('grey if it has a single channel', async () => {
    const grey = await plain(200).toColourspace('b-w').png().toBuffer();
    expect((await sharp(grey).metadata()).channels).toBe(1);
    const { original, small } = await processEventImage(grey);
    const [before] = await colourAt({ ...original, bytes: grey }, 9, 9);
    const after = [...(await colourAt(original, 9, 9)), ...(await colourAt(small, 9, 9))];
    expect(new Set(after)).toEqual(new Set([before]));
  });
});
