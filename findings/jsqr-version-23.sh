#!/bin/sh
# jsQR with each version and error correction of QR codes
#
# Guess: a decoder reads every version, 1 to 40, at each level of error correction, as long as the picture is perfect.
# What happens: jsQR reads all but one: version 23 at level L, which holds 1004 to 1091 bytes, such as a vCard with a
#   biography. It finds nothing, without an error. `qr` reads the same picture. Level M avoids it.
# Version: jsqr 1.4.0, qr 0.7.0, codes by qrcode 1.5.4
# Output seen:
#   not read by jsQR: 23-L, of these not by qr: none
#   1050 bytes at level L are version 23: jsQR null, qr 1050 bytes
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" jsqr@1.4.0 qr@0.7.0 qrcode@1.5.4 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import jsQR from 'jsqr';
import decode from 'qr/decode.js';
import QRCode from 'qrcode';

const [SCALE, MARGIN] = [3, 4];
function pictureOf({ modules: { size, data: dark } }) {
  const width = (size + 2 * MARGIN) * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let at = 0; at < width * width; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)].map((pixel) => Math.floor(pixel / SCALE) - MARGIN);
    if (x >= 0 && y >= 0 && x < size && y < size && dark[y * size + x]) data.fill(0, at * 4, at * 4 + 3);
  }
  return { data, width, height: width };
}
const readers = {
  jsQR: ({ data, width, height }) => jsQR(data, width, height)?.data ?? null,
  qr: (picture) => decode(picture),
};
const unread = { jsQR: [], qr: [] };
for (let version = 1; version <= 40; version += 1) {
  for (const errorCorrectionLevel of ['L', 'M', 'Q', 'H']) {
    const picture = pictureOf(QRCode.create([{ data: 'talk 1', mode: 'byte' }], { version, errorCorrectionLevel }));
    for (const [name, read] of Object.entries(readers)) {
      if (read(picture) === 'talk 1') break;
      unread[name].push(`${version}-${errorCorrectionLevel}`);
    }
  }
}
const [byJsQR, byQr] = Object.values(unread).map((codes) => codes.join(' ') || 'none');
console.log(`not read by jsQR: ${byJsQR}, of these not by qr: ${byQr}`);
const code = QRCode.create([{ data: 'x'.repeat(1050), mode: 'byte' }], { errorCorrectionLevel: 'L' });
const [one, other] = Object.values(readers).map((read) => read(pictureOf(code)));
console.log(`1050 bytes at level L are version ${code.version}: jsQR ${one}, qr ${other.length} bytes`);
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
not read by jsQR: 23-L, of these not by qr: none
1050 bytes at level L are version 23: jsQR null, qr 1050 bytes
SEEN
