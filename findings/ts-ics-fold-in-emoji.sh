#!/bin/sh
# ts-ics when it folds a line inside an emoji
#
# Guess: a writer of calendars counts octets, or at least folds between characters (RFC 5545 §3.1: lines of 75 octets), so
#   that the file in UTF-8 contains the title.
# What happens: ts-ics folds after UTF-16 code units: lines have up to twice the octets, and an emoji at the fold is cut
#   into its two surrogates. In memory a reader joins them again, which hides it; in UTF-8, as a file or a response, each
#   half becomes U+FFFD. Which titles lose an emoji depends on what stands before it.
# Version: ts-ics 2.4.6, ical.js 2.2.1 (reader)
# Output seen:
#   longest line in octets: 143
#   read from memory: same
#   read from UTF-8: 2 replacement characters
#   with one letter more before the emojis: 0 replacement characters
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" ts-ics@2.4.6 ical.js@2.2.1 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/write.mjs" <<'JS'
import { generateIcsCalendar } from 'ts-ics';
import ICAL from 'ical.js';

const at = (time) => ({ date: new Date(time) });
const write = (summary) =>
  generateIcsCalendar({
    version: '2.0',
    prodId: '-//example//emojis//EN',
    events: [{ uid: '1', stamp: at('2027-01-01'), start: at('2027-06-05T09:00Z'), end: at('2027-06-05T10:00Z'), summary }],
  });
const read = (text) =>
  new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent').getFirstPropertyValue('summary');
const replaced = (text) => read(Buffer.from(text, 'utf8').toString('utf8')).split('\ufffd').length - 1;

const title = '🎉'.repeat(60);
const text = write(title);
console.log('longest line in octets:', Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line))));
console.log('read from memory:', read(text) === title ? 'same' : 'different');
console.log(`read from UTF-8: ${replaced(text)} replacement characters`);
console.log(`with one letter more before the emojis: ${replaced(write(`A${title}`))} replacement characters`);
JS
node "$dir/write.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
longest line in octets: 143
read from memory: same
read from UTF-8: 2 replacement characters
with one letter more before the emojis: 0 replacement characters
SEEN
