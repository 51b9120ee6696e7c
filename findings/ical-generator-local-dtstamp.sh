#!/bin/sh
# ical-generator with a calendar that has a time zone
#
# Guess: the zone of a calendar changes how the start of an entry is written, and not DTSTAMP, CREATED and LAST-MODIFIED,
#   which are UTC in any calendar (RFC 5545 §3.8.7: "MUST be specified in the UTC time format").
# What happens: with a zone, all three lose their Z and contain the clock time of the process, in whatever zone the server
#   runs: not even in that of the calendar. Readers take them for floating times, so that the newer one of two versions
#   of an entry may look older by hours when a server moves or the clock changes.
# Version: ical-generator 11.1.2, ical.js 2.2.1
# Output seen:
#   without a zone, server in New York: DTSTAMP:20270110T120000Z read as UTC
#   with a zone, server in New York: DTSTAMP:20270110T070000 read as floating
#   with a zone, server in Tokyo: DTSTAMP:20270110T210000 read as floating
#   LAST-MODIFIED:20270110T210000
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" ical-generator@11.1.2 ical.js@2.2.1 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/write.mjs" <<'JS'
import ICAL from 'ical.js';
import ical from 'ical-generator';

const [name, timezone] = process.argv.slice(2);
const noon = new Date('2027-01-10T12:00:00Z');
const calendar = ical({ name: 'Harbour Days', ...(timezone && { timezone }) });
calendar.createEvent({
  ...{ id: '1', summary: 'Ropes', stamp: noon, lastModified: noon },
  ...{ start: new Date('2027-03-27T09:00:00Z'), end: new Date('2027-03-27T09:45:00Z') },
});
const text = calendar.toString();
const line = (property) => text.split('\r\n').find((one) => one.startsWith(property));
const [entry] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
console.log(`${name}: ${line('DTSTAMP')} read as ${entry.getFirstPropertyValue('dtstamp').zone.tzid}`);
if (name.endsWith('Tokyo')) console.log(line('LAST-MODIFIED'));
JS
{
  TZ=America/New_York node "$dir/write.mjs" 'without a zone, server in New York'
  TZ=America/New_York node "$dir/write.mjs" 'with a zone, server in New York' Europe/Oslo
  TZ=Asia/Tokyo node "$dir/write.mjs" 'with a zone, server in Tokyo' Europe/Oslo
} >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
without a zone, server in New York: DTSTAMP:20270110T120000Z read as UTC
with a zone, server in New York: DTSTAMP:20270110T070000 read as floating
with a zone, server in Tokyo: DTSTAMP:20270110T210000 read as floating
LAST-MODIFIED:20270110T210000
SEEN
