#!/bin/sh
# ical, cal-parser and ics-parser with DURATION in place of DTEND
#
# Guess: a reader knows both ways of saying how long an entry is (RFC 5545 §3.6.1: DTEND or DURATION); the end of a talk
#   that starts at 10:00 with DURATION:PT45M is 10:45. A reader that gives an end property gives the end.
# What happens: none of the three has an end: `ical` gives no end at all, although its successor node-ical does;
#   cal-parser keeps the text of the duration. ics-parser has no `endDate`, but a property `end`, which every entry has
#   and which is DTSTAMP, months before the start. With DTEND all have the right end.
# Version: ical 0.8.0, cal-parser 1.0.2, ics-parser 0.1.5, node-ical 0.27.2
# Output seen:
#   DTEND:20270605T104500Z
#     ical: {"end":"2027-06-05T10:45:00.000Z"}
#     cal-parser: {"dtend":"2027-06-05T10:45:00.000Z"}
#     ics-parser: {"end":"2027-01-01T00:00:00.000Z","endDate":"2027-06-05T10:45:00.000Z"}
#     node-ical: {"end":"2027-06-05T10:45:00.000Z"}
#   DURATION:PT45M
#     ical: {}
#     cal-parser: {}
#     ics-parser: {"end":"2027-01-01T00:00:00.000Z"}
#     node-ical: {"end":"2027-06-05T10:45:00.000Z"}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" \
  ical@0.8.0 cal-parser@1.0.2 ics-parser@0.1.5 node-ical@0.27.2 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import calParser from 'cal-parser';
import ical from 'ical';
import icsParser from 'ics-parser';
import nodeIcal from 'node-ical';

const calendar = (length) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//talks//EN', 'BEGIN:VEVENT', 'UID:1'],
    ...['DTSTAMP:20270101T000000Z', 'DTSTART:20270605T100000Z', length, 'SUMMARY:Ropes', 'END:VEVENT'],
    ...['END:VCALENDAR', ''],
  ].join('\r\n');
const eventIn = (entries) => Object.values(entries).find(({ type }) => type === 'VEVENT');
const readers = {
  ical: (text) => ({ end: eventIn(ical.parseICS(text)).end }),
  'cal-parser': (text) => ({ dtend: calParser.parseString(text).events[0].dtend?.value }),
  'ics-parser'(text) {
    const { end, endDate } = eventIn((icsParser.default ?? icsParser)(text));
    return { end, endDate };
  },
  'node-ical': (text) => ({ end: eventIn(nodeIcal.sync.parseICS(text)).end }),
};
for (const length of ['DTEND:20270605T104500Z', 'DURATION:PT45M']) {
  console.log(length);
  for (const [name, read] of Object.entries(readers)) console.log(`  ${name}:`, JSON.stringify(read(calendar(length))));
}
JS
TZ=UTC node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
DTEND:20270605T104500Z
  ical: {"end":"2027-06-05T10:45:00.000Z"}
  cal-parser: {"dtend":"2027-06-05T10:45:00.000Z"}
  ics-parser: {"end":"2027-01-01T00:00:00.000Z","endDate":"2027-06-05T10:45:00.000Z"}
  node-ical: {"end":"2027-06-05T10:45:00.000Z"}
DURATION:PT45M
  ical: {}
  cal-parser: {}
  ics-parser: {"end":"2027-01-01T00:00:00.000Z"}
  node-ical: {"end":"2027-06-05T10:45:00.000Z"}
SEEN
