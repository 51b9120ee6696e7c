/** Edits of JPEG files, as cameras and damaged disks leave them. */

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const START = 2;

const insert = (jpeg: Buffer, at: number, bytes: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, at), bytes, jpeg.subarray(at)]);

/** Bytes of no segment before the marker of the picture: a warning of libjpeg. */
export const withSurplusBytes = (jpeg: Buffer): Buffer =>
  insert(jpeg, jpeg.indexOf(START_OF_SCAN), Buffer.from([0, 0, 0, 0, 1, 2, 3]));

/** A spectral range that only progressive files may have, as of several Samsung cameras: a warning of libjpeg. */
export function withProgressiveScan(jpeg: Buffer): Buffer {
  const copy = Buffer.from(jpeg);
  const scan = copy.indexOf(START_OF_SCAN);
  const length = copy.readUInt16BE(scan + 2);
  copy[scan + 2 + length - 2] = 0;
  return copy;
}

/** What Samsung cameras append: the name of a record, its length, and their mark. */
export const withTrailer = (jpeg: Buffer): Buffer =>
  Buffer.concat([jpeg, Buffer.from('\0\0\x01\x0aImage_UTC_Data1780000000000SEFHk\0\0\0\x01\0\0\0SEFT', 'latin1')]);

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** An Ultra HDR picture: metadata and an index of two pictures (CIPA DC-007), and the gain map after the end. */
export function ultraHdr(jpeg: Buffer, gainMap: Buffer): Buffer {
  const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
    xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
    xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"><Container:Directory><rdf:Seq>
    <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li>
    <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg"
    Item:Length="${gainMap.length}"/></rdf:li></rdf:Seq></Container:Directory></rdf:Description></rdf:RDF></x:xmpmeta>`;
  const index = Buffer.alloc(86);
  index.write('MPF\0MM\0*\0\0\0\x08\0\x03', 'latin1');
  // Tags: version 0100, two pictures, and their entries of 16 bytes at offset 50.
  const tags: readonly (readonly [number, number, number, number])[] = [
    [0xb000, 7, 4, 0x30313030],
    [0xb001, 4, 1, 2],
    [0xb002, 7, 32, 50],
  ];
  tags.forEach(([tag, type, count, value], row) => {
    const at = 14 + 12 * row;
    index.writeUInt16BE(tag, at);
    index.writeUInt16BE(type, at + 2);
    index.writeUInt32BE(count, at + 4);
    index.writeUInt32BE(value, at + 8);
  });
  index.writeUInt32BE(0x20030000, 54);
  const segments = [segment(0xe1, Buffer.from(xmp, 'latin1')), segment(0xe2, index)];
  const primary = insert(jpeg, START, Buffer.concat(segments));
  primary.writeUInt32BE(primary.length, primary.indexOf('MPF\0') + 58);
  return Buffer.concat([primary, gainMap]);
}
