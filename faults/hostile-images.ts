import sharp from 'sharp';
import { gifFile } from '../test/images/gif-file.js';
import { pngChunk, pngFile, textBomb } from '../test/images/png-file.js';

/** A malicious image and the accepted outcomes. */
export interface HostileImage {
  readonly name: string;
  readonly bytes: Buffer;
  /** Accepted statuses of v2.1: sanitized (201) or refused. */
  readonly statuses: readonly number[];
}

const HTML = Buffer.from('<html><script>alert("secret")</script></html>');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><script>alert(1)</script></svg>';
const ENTITIES = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${'b'.repeat(50)}"><!ENTITY c "${'&a;'.repeat(50)}">]>
<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><text>${'&c;'.repeat(50)}</text></svg>`;
const PLACE = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' }, IFD0: { Artist: 'secret' } };

const red = (side = 300) => sharp({ create: { width: side, height: side, channels: 3, background: 'red' } });

/** Generates all hostile images. */
export async function hostileImages(): Promise<HostileImage[]> {
  const photograph = await red().withExif(PLACE).jpeg().toBuffer();
  const frames = gifFile(300, 500);
  const secret = [...Array<Buffer>(20).fill(textBomb(8_000_000)), pngChunk('tEXt', Buffer.from('a\0secret'))];
  return [
    { name: 'PNG of 30 000 pixels a side', bytes: pngFile(30_000, 30_000, { rows: 3 }), statuses: [400] },
    { name: 'PNG with the most pixels', bytes: pngFile(2 ** 31 - 1, 2 ** 31 - 1, { rows: 0 }), statuses: [400] },
    { name: 'SVG', bytes: Buffer.from(SVG), statuses: [400] },
    { name: 'SVG of entities', bytes: Buffer.from(ENTITIES), statuses: [400] },
    { name: 'TIFF', bytes: await red().tiff().toBuffer(), statuses: [400] },
    { name: 'WebP', bytes: await red().webp().toBuffer(), statuses: [400] },
    { name: 'random bytes', bytes: Buffer.alloc(100_000, 'fghij'), statuses: [400] },
    { name: 'nothing', bytes: Buffer.alloc(0), statuses: [400] },
    { name: 'PNG cut short', bytes: pngFile(200, 200, { rows: 100 }), statuses: [400] },
    {
      name: 'HTML behind the signature of PNG',
      bytes: Buffer.concat([pngFile(1, 1).subarray(0, 8), HTML]),
      statuses: [400],
    },
    { name: '10 MB and a byte', bytes: Buffer.alloc(10 * 1_024 * 1_024 + 1, 1), statuses: [413] },
    { name: 'JPEG with a place, and HTML behind it', bytes: Buffer.concat([photograph, HTML]), statuses: [201] },
    { name: 'PNG whose texts unpack to 160 MB', bytes: pngFile(300, 300, { chunks: secret }), statuses: [201] },
    { name: 'GIF of 500 frames', bytes: frames, statuses: [201] },
  ];
}
