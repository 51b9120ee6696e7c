import { crc32, deflateSync } from 'node:zlib';
import { bytesOf, type Bytes } from './asked.js';
import { oddText } from './odd-values.js';
import type { Tape } from './tape.js';

const BOUNDARY = 'fuzz-boundary';

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A grey image that declares this many pixels per side: more than any machine could allocate. */
function png(side: number, rows: number): Bytes {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const pixels = deflateSync(Buffer.alloc((side + 1) * rows));
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return `\x89PNG\r\n\x1a\n${Buffer.concat(chunks).toString('latin1')}`;
}

const files: readonly Bytes[] = [
  ...[png(140, 140), png(1440, 1440), png(139, 139), png(200, 100), png(65_535, 1), png(0, 0)],
  ...['', 'GIF89a', '\xff\xd8\xff\xe0\0\x10JFIF\0', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'BM', '%PDF-1.7'],
  ...['RIFF\0\0\0\0WEBPVP8 ', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///">]>', 'x'.repeat(2_000_000)],
];

/** A multipart form, like that of v2.1 for images, or a variation. */
export function multipartOf(tape: Tape): {
  readonly headers: readonly (readonly [string, Bytes])[];
  readonly body: Bytes;
} {
  const further = tape.chance(20) ? tape.several(3, () => ({ name: 'x', file: bytesOf(oddText(tape)) })) : [];
  const parts = [...further, { name: tape.chance(95) ? 'image' : 'picture', file: tape.pick(files) }];
  const written = parts.map(({ name, file }) => {
    const called = tape.chance(40)
      ? bytesOf(oddText(tape))
          .replaceAll(/["\r\n]/g, '')
          .slice(0, 300)
      : 'a.png';
    const disposition = `form-data; name="${name}"${tape.chance(5) ? '' : `; filename="${called}"`}`;
    return `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n\r\n${file}\r\n`;
  });
  const end = tape.chance(15) ? '' : `--${BOUNDARY}--\r\n`;
  const boundary = tape.chance(5) ? tape.pick(['', 'other', '"', 'a b']) : BOUNDARY;
  return { headers: [['Content-Type', `multipart/form-data; boundary=${boundary}`]], body: written.join('') + end };
}
