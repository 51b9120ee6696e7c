#!/bin/sh
# node-ical with a backslash before an n
#
# Guess: escapes are read from left to right (RFC 5545 §3.3.11): `\\n` is a backslash and the letter n, so that the title
#   `Paths: C:\new` survives what a writer makes of it, `C:\\new`. ical.js reads it so.
# What happens: node-ical replaces `\n` first, wherever it is: the title becomes `C:\`, a line break and `ew`. Doubled
#   backslashes before other letters are right. Titles about paths, TeX (`\nu`) and regular expressions break.
# Version: node-ical 0.27.2, ical.js 2.2.1
# Output seen:
#   node-ical "C:\\\new" "\\\nu and \\mu"
#   ical.js "C:\\new" "\\nu and \\mu"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" node-ical@0.27.2 ical.js@2.2.1 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import nodeIcal from 'node-ical';
import ICAL from 'ical.js';

const calendar = String.raw`BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//paths//EN
BEGIN:VEVENT
UID:1
DTSTAMP:20270101T000000Z
DTSTART:20270605T090000Z
SUMMARY:C:\\new
LOCATION:\\nu and \\mu
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n');
const show = (name, ...texts) => console.log(name, ...texts.map((text) => JSON.stringify(text)));
const event = Object.values(nodeIcal.sync.parseICS(calendar)).find(({ type }) => type === 'VEVENT');
show('node-ical', event.summary, event.location);
const other = new ICAL.Event(new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent('vevent'));
show('ical.js', other.summary, other.location);
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
node-ical "C:\\\new" "\\\nu and \\mu"
ical.js "C:\\new" "\\nu and \\mu"
SEEN
