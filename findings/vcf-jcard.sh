#!/bin/sh
# vcf with texts that have commas, semicolons and line breaks, and its jCard
#
# Guess: `valueOf()` is the text that the card means, without its escapes (RFC 6350 §3.4); `toJSON()` is a jCard (RFC
#   7095), where JSON does the escaping. A card that is read and written keeps the names of its properties: `X-ABLabel`,
#   with which address books label a link, stays.
# What happens: the escapes stay in both: the name is `Ada Example\, PhD`, with the backslash, and the line break of the
#   note is a backslash and an n. Readers of jCard such as ical.js show them, and escape them once more when they write.
#   `X-ABLabel` comes back as X-AB-LABEL, so the label is lost. A quoted parameter is cut at its colon: the address begins
#   with the rest of its label.
# Version: vcf 2.1.2, ical.js 2.2.1
# Output seen:
#   vcf: Ada Example\, PhD | First line\nSecond line |  left":;;Main Street 1;;;;
#   ical.js, as a card: "Ada Example, PhD" "First line\nSecond line" ["","","Main Street 1","","","",""]
#   ical.js, from its jCard: "Ada Example\\, PhD" "First line\\nSecond line" [" left\":","","Main Street 1","","","",""]
#   written again: item1.X-AB-LABEL:Slides
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" vcf@2.1.2 ical.js@2.2.1 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import ICAL from 'ical.js';
import VCard from 'vcf';

const text = [
  ...['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ada Example\\, PhD', 'NOTE:First line\\nSecond line'],
  ...['item1.URL:https://example.org/slides', 'item1.X-ABLabel:Slides'],
  ...['ADR;LABEL="Hall A: left":;;Main Street 1;;;;', 'END:VCARD', ''],
].join('\r\n');
const card = new VCard().parse(text);
console.log(`vcf: ${card.get('fn').valueOf()} | ${card.get('note').valueOf()} | ${card.get('adr').valueOf()}`);
const shown = (component) =>
  ['fn', 'note', 'adr'].map((name) => JSON.stringify(component.getFirstPropertyValue(name))).join(' ');
console.log(`ical.js, as a card: ${shown(new ICAL.Component(ICAL.parse(text)))}`);
console.log(`ical.js, from its jCard: ${shown(new ICAL.Component(card.toJSON()))}`);
console.log(`written again: ${card.toString('4.0').split('\r\n').find((line) => line.includes(':Slides'))}`);
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
vcf: Ada Example\, PhD | First line\nSecond line |  left":;;Main Street 1;;;;
ical.js, as a card: "Ada Example, PhD" "First line\nSecond line" ["","","Main Street 1","","","",""]
ical.js, from its jCard: "Ada Example\\, PhD" "First line\\nSecond line" [" left\":","","Main Street 1","","","",""]
written again: item1.X-AB-LABEL:Slides
SEEN
