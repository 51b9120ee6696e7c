#!/bin/sh
# ics (the writer of calendars) with a comma in a category
#
# Guess: each text is escaped in the same way: `Research, Design` becomes `Research\, Design` in a category as in a title,
#   since a bare comma separates categories (RFC 5545 §3.8.1.2).
# What happens: titles and places are escaped, categories are joined as they are. One track becomes two, and a talk is
#   listed under tracks that do not exist. ical-generator escapes them.
# Version: ics 3.12.0, ical-generator 11.1.2, ical.js 2.2.1
# Output seen:
#   ics: SUMMARY:Research\, Design CATEGORIES:Research, Design,Web read as ["Research"," Design","Web"]
#   ical-generator: SUMMARY:Research\, Design CATEGORIES:Research\, Design,Web read as ["Research, Design","Web"]
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" ics@3.12.0 ical-generator@11.1.2 ical.js@2.2.1 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/write.mjs" <<'JS'
import ICAL from 'ical.js';
import generate from 'ical-generator';
import { createEvent } from 'ics';

const [title, tracks] = ['Research, Design', ['Research, Design', 'Web']];
const byIcs = createEvent({ title, categories: tracks, start: [2027, 6, 5, 9, 0], duration: { hours: 1 } }).value;
const calendar = generate();
const [start, end] = [new Date('2027-06-05T09:00:00Z'), new Date('2027-06-05T10:00:00Z')];
calendar.createEvent({ summary: title, start, end, categories: tracks.map((name) => ({ name })) });
for (const [name, text] of [['ics', byIcs], ['ical-generator', calendar.toString()]]) {
  const lines = ['SUMMARY', 'CATEGORIES'].map((property) => new RegExp(`${property}:.*`).exec(text)[0]);
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
  const read = JSON.stringify(event.getFirstProperty('categories').getValues());
  console.log(`${name}: ${lines.join(' ')} read as ${read}`);
}
JS
node "$dir/write.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
ics: SUMMARY:Research\, Design CATEGORIES:Research, Design,Web read as ["Research"," Design","Web"]
ical-generator: SUMMARY:Research\, Design CATEGORIES:Research\, Design,Web read as ["Research, Design","Web"]
SEEN
