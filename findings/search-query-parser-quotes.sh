#!/bin/sh
# search-query-parser with quotation marks
#
# Guess: what is in quotation marks is one value, as the manual says: `track:"Ropes, Knots"` asks for one track, `"10:30
#   start"` for a phrase.
# What happens: commas divide it: `track:"Ropes, Knots"` asks for Ropes or for " Knots", which no track is called, as does
#   the form without quotation marks. A phrase with a colon keeps its first quotation mark and loses the last one, so it
#   is found in no text. A phrase without one is right. With `alwaysArray` or `tokenize` it is the same.
# Version: search-query-parser 1.6.0
# Output seen:
#   track:"Ropes and Knots": text undefined, track "Ropes and Knots"
#   track:"Ropes and Knots": text undefined, track ["Ropes and Knots"]
#   track:"Ropes, Knots": text undefined, track ["Ropes"," Knots"]
#   track:"Ropes, Knots": text undefined, track ["Ropes"," Knots"]
#   "late start" track:Ropes: text "late start", track "Ropes"
#   "late start" track:Ropes: text ["late start"], track ["Ropes"]
#   "10:30 start" track:Ropes: text "\"10:30 start", track "Ropes"
#   "10:30 start" track:Ropes: text ["\"10:30 start"], track ["Ropes"]
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" search-query-parser@1.6.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/parse.mjs" <<'JS'
import parser from 'search-query-parser';

const phrases = ['"late start" track:Ropes', '"10:30 start" track:Ropes'];
const searches = ['track:"Ropes and Knots"', 'track:"Ropes, Knots"', ...phrases];
for (const text of searches) {
  for (const options of [{}, { alwaysArray: true, tokenize: true }]) {
    const { text: phrase, track } = parser.parse(text, { keywords: ['track'], offsets: false, ...options });
    console.log(`${text}: text ${JSON.stringify(phrase)}, track ${JSON.stringify(track)}`);
  }
}
JS
node "$dir/parse.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
track:"Ropes and Knots": text undefined, track "Ropes and Knots"
track:"Ropes and Knots": text undefined, track ["Ropes and Knots"]
track:"Ropes, Knots": text undefined, track ["Ropes"," Knots"]
track:"Ropes, Knots": text undefined, track ["Ropes"," Knots"]
"late start" track:Ropes: text "late start", track "Ropes"
"late start" track:Ropes: text ["late start"], track ["Ropes"]
"10:30 start" track:Ropes: text "\"10:30 start", track "Ropes"
"10:30 start" track:Ropes: text ["\"10:30 start"], track ["Ropes"]
SEEN
