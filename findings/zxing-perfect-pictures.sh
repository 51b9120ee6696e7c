#!/bin/sh
# @zxing/library with QR codes in pictures without a flaw
#
# Guess: the port of the library that most readers are made of reads each size of QR codes (version) in a picture that was
#   drawn and not photographed: black and white, straight, with whole pixels and a quiet zone.
# What happens: of the versions 1 to 20 it does not find seven with 8 pixels per module, and reads all with 3 pixels: more
#   pixels, fewer codes. Version 9 or 10, a vCard on a badge, is among them. The hint TRY_HARDER does not help;
#   PURE_BARCODE does, for drawn pictures only. jsQR reads all of these.
# Version: @zxing/library 0.23.0, jsqr 1.4.0, codes by qrcode 1.5.4
# Output seen:
#   3 pixels per module, @zxing/library: all
#   3 pixels per module, @zxing/library, PURE_BARCODE: all
#   3 pixels per module, jsqr: all
#   8 pixels per module, @zxing/library: 9 10 13 15 16 17 18
#   8 pixels per module, @zxing/library, PURE_BARCODE: all
#   8 pixels per module, jsqr: all
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" @zxing/library@0.23.0 jsqr@1.4.0 \
  qrcode@1.5.4 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import zxing from '@zxing/library';
import jsqr from 'jsqr';
import qrcode from 'qrcode';

const { BinaryBitmap, DecodeHintType, HybridBinarizer, QRCodeReader, RGBLuminanceSource } = zxing;
const QUIET = 4;

/** One byte per pixel, 0 or 255. */
function draw(text, version, scale) {
  const segment = { data: Buffer.from(text), mode: 'byte' };
  const { modules } = qrcode.create([segment], { version, errorCorrectionLevel: 'M' });
  const width = (modules.size + 2 * QUIET) * scale;
  const isBlack = (x, y) => x >= 0 && y >= 0 && x < modules.size && y < modules.size && modules.get(y, x);
  const module = (pixel) => Math.floor(pixel / scale) - QUIET;
  const bytes = Uint8ClampedArray.from({ length: width * width }, (_, index) =>
    isBlack(module(index % width), module(Math.floor(index / width))) ? 0 : 255,
  );
  return { bytes, width };
}
const readers = {
  '@zxing/library': (picture) => zxingRead(picture, DecodeHintType.TRY_HARDER),
  '@zxing/library, PURE_BARCODE': (picture) => zxingRead(picture, DecodeHintType.PURE_BARCODE),
  jsqr: ({ bytes, width }) => {
    const rgba = Uint8ClampedArray.from({ length: 4 * bytes.length }, (_, index) => bytes[index >> 2]);
    return jsqr.default(rgba, width, width)?.data;
  },
};
function zxingRead({ bytes, width }, hint) {
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(bytes, width, width)));
  try {
    return new QRCodeReader().decode(bitmap, new Map([[hint, true]])).getText();
  } catch {
    return undefined;
  }
}
for (const scale of [3, 8]) {
  for (const [name, read] of Object.entries(readers)) {
    const missing = [];
    for (let version = 1; version <= 20; version += 1) {
      const text = 'Ab3-'.repeat(2 * version);
      if (read(draw(text.slice(0, 8 * version), version, scale)) !== text.slice(0, 8 * version)) missing.push(version);
    }
    console.log(`${scale} pixels per module, ${name}: ${missing.join(' ') || 'all'}`);
  }
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
3 pixels per module, @zxing/library: all
3 pixels per module, @zxing/library, PURE_BARCODE: all
3 pixels per module, jsqr: all
8 pixels per module, @zxing/library: 9 10 13 15 16 17 18
8 pixels per module, @zxing/library, PURE_BARCODE: all
8 pixels per module, jsqr: all
SEEN
