#!/bin/sh
# jsQR with a code of lean-qr whose text has umlauts
#
# Guess: a decoder reads the segments of a code in the character set that they state, ISO 8859-1 here (ISO/IEC 18004 has it as
#   its default), or at least shows that it cannot.
# What happens: jsQR takes each segment of bytes for UTF-8, whatever the code states; if it is none, the text of the segment is
#   left out, without an error. Of the Wi-Fi of a venue the name is cut out of the middle; of a name nothing remains. lean-qr
#   writes ISO 8859-1 wherever it suffices, which is shorter. `qr` reads it. Texts beyond ISO 8859-1 are UTF-8, and right.
# Version: jsqr 1.4.0, lean-qr 2.7.4, qr 0.7.0
# Output seen:
#   "WIFI:T:WPA;S:Gäste;P:12345678;;": jsQR "WIFI:T:WPA12345678;;", qr "WIFI:T:WPA;S:Gäste;P:12345678;;"
#   "Zoë": jsQR "", qr "Zoë"
#   "Łukasz": jsQR "Łukasz", qr "Łukasz"
#   "Zoe": jsQR "Zoe", qr "Zoe"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" jsqr@1.4.0 lean-qr@2.7.4 qr@0.7.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import jsQR from 'jsqr';
import { generate } from 'lean-qr';
import decode from 'qr/decode.js';

const [SCALE, MARGIN] = [3, 4];
function pictureOf(code) {
  const width = (code.size + 2 * MARGIN) * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let at = 0; at < width * width; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)].map((pixel) => Math.floor(pixel / SCALE) - MARGIN);
    if (code.get(x, y)) data.fill(0, at * 4, at * 4 + 3);
  }
  return { data, width, height: width };
}
for (const text of ['WIFI:T:WPA;S:Gäste;P:12345678;;', 'Zoë', 'Łukasz', 'Zoe']) {
  const picture = pictureOf(generate(text));
  const byJsQR = jsQR(picture.data, picture.width, picture.height).data;
  console.log(`${JSON.stringify(text)}: jsQR ${JSON.stringify(byJsQR)}, qr ${JSON.stringify(decode(picture))}`);
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
"WIFI:T:WPA;S:Gäste;P:12345678;;": jsQR "WIFI:T:WPA12345678;;", qr "WIFI:T:WPA;S:Gäste;P:12345678;;"
"Zoë": jsQR "", qr "Zoë"
"Łukasz": jsQR "Łukasz", qr "Łukasz"
"Zoe": jsQR "Zoe", qr "Zoe"
SEEN
