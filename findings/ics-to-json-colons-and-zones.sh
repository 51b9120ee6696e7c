#!/bin/sh
# ics-to-json with a colon in a title, and with a time zone
#
# Guess: the value of a line goes from the first colon to the end of the line (RFC 5545 §3.1; colons need no escape in
#   it), as in "Ropes: a history" and in each address of a description. A start with a TZID has its zone, or is an
#   instant.
# What happens: the value ends at the second colon: the talk is called "Ropes", its description is "Slides at https",
#   without an error. The TZID is dropped, so that 10:00 in Berlin and in New York are the same `20270605T100000`, which
#   a time without a zone is, too. ical2json keeps both.
# Version: ics-to-json 2.0.2, ical2json 5.0.0
# Output seen:
#   ics-to-json: ["A history of ropes","Slides later","20270605T080000Z"]
#   ical2json:   ["A history of ropes","Slides later","20270605T080000Z"]
#   ics-to-json: ["Ropes","Slides at https","20270605T100000"]
#   ical2json:   ["Ropes: a history","Slides at https://example.org/ropes",{"_":"20270605T100000","TZID":"Europe/Berlin"}]
#   ics-to-json: ["Ropes","Slides at https","20270605T100000"]
#   ical2json:   ["Ropes: a history","Slides at https://example.org/ropes",{"_":"20270605T100000","TZID":"America/New_York"}]
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" ics-to-json@2.0.2 ical2json@5.0.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { convert } from 'ical2json';
import { icsToJson } from 'ics-to-json';

const calendar = (title, description, start) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//talks//EN', 'BEGIN:VEVENT', 'UID:1'],
    ...['DTSTAMP:20270101T000000Z', `DTSTART${start}`, `SUMMARY:${title}`, `DESCRIPTION:${description}`],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
for (const entry of [
  ['A history of ropes', 'Slides later', ':20270605T080000Z'],
  ['Ropes: a history', 'Slides at https://example.org/ropes', ';TZID=Europe/Berlin:20270605T100000'],
  ['Ropes: a history', 'Slides at https://example.org/ropes', ';TZID=America/New_York:20270605T100000'],
]) {
  const text = calendar(...entry);
  const [{ summary, description, startDate }] = icsToJson(text);
  const { SUMMARY, DESCRIPTION, DTSTART } = convert(text).VCALENDAR[0].VEVENT[0];
  console.log('ics-to-json:', JSON.stringify([summary, description, startDate]));
  console.log('ical2json:  ', JSON.stringify([SUMMARY, DESCRIPTION, DTSTART]));
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
ics-to-json: ["A history of ropes","Slides later","20270605T080000Z"]
ical2json:   ["A history of ropes","Slides later","20270605T080000Z"]
ics-to-json: ["Ropes","Slides at https","20270605T100000"]
ical2json:   ["Ropes: a history","Slides at https://example.org/ropes",{"_":"20270605T100000","TZID":"Europe/Berlin"}]
ics-to-json: ["Ropes","Slides at https","20270605T100000"]
ical2json:   ["Ropes: a history","Slides at https://example.org/ropes",{"_":"20270605T100000","TZID":"America/New_York"}]
SEEN
