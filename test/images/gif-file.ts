const SCREEN = (side: number): Buffer => {
  const descriptor = Buffer.from([0, 0, 0, 0, 0x80, 0, 0]);
  descriptor.writeUInt16LE(side, 0);
  descriptor.writeUInt16LE(side, 2);
  return descriptor;
};
const COLOURS = Buffer.from([255, 0, 0, 0, 0, 255]);
const COMMENT = Buffer.concat([Buffer.from([0x21, 0xfe, 6]), Buffer.from('secret', 'latin1'), Buffer.from([0])]);

/** A frame of one of the two colours: a clear code before each pixel keeps every code three bits wide. */
function frame(side: number, colour: 0 | 1): Buffer {
  const descriptor = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  descriptor.writeUInt16LE(side, 13);
  descriptor.writeUInt16LE(side, 15);
  const codes = [...Array.from({ length: side * side }, () => [4, colour]).flat(), 5];
  const packed = Buffer.alloc(Math.ceil((codes.length * 3) / 8));
  codes.forEach((code, place) => {
    const bit = place * 3;
    packed[bit >> 3]! |= (code << (bit & 7)) & 0xff;
    if ((bit & 7) > 5) packed[(bit >> 3) + 1]! |= code >> (8 - (bit & 7));
  });
  const blocks: Buffer[] = [];
  for (let start = 0; start < packed.length; start += 255) {
    const block = packed.subarray(start, start + 255);
    blocks.push(Buffer.from([block.length]), block);
  }
  return Buffer.concat([descriptor, Buffer.from([2]), ...blocks, Buffer.from([0])]);
}

/** An animation: the first frame is red, all others are blue and a single pixel. */
export function gifFile(side: number, frames: number): Buffer {
  const others = Array<Buffer>(frames - 1).fill(frame(1, 1));
  return Buffer.concat([
    Buffer.from('GIF89a'),
    SCREEN(side),
    COLOURS,
    COMMENT,
    frame(side, 0),
    ...others,
    Buffer.from(';'),
  ]);
}
