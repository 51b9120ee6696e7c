#!/bin/sh
# node-ical, ical.js and ts-ics with local times of the nights on which the clock changes
#
# Guess: readers of calendars follow RFC 5545 §3.3.5, as libraries of dates do: of a local time that occurs twice, the
#   first occurrence counts (02:30 in summer time, 00:30 UTC); one that is skipped is read with the offset before the gap
#   (02:30 at +01:00, 01:30 UTC, which clocks show as 03:30).
# What happens: all three read the repeated hour as its second occurrence, an hour late. The skipped time is right in
#   node-ical only; ical.js and ts-ics read it with the offset after the gap, an hour early. Both although the file
#   has a VTIMEZONE, registered with ical.js. A talk at night needs an entry in UTC.
# Version: node-ical 0.27.2, ical.js 2.2.1, ts-ics 2.4.6
# Output seen:
#   repeated 02:30 by node-ical: 2027-10-31T01:30:00.000Z
#   repeated 02:30 by ical.js: 2027-10-31T01:30:00.000Z
#   repeated 02:30 by ts-ics: 2027-10-31T01:30:00.000Z
#   skipped 02:30 by node-ical: 2027-03-28T01:30:00.000Z
#   skipped 02:30 by ical.js: 2027-03-28T00:30:00.000Z
#   skipped 02:30 by ts-ics: 2027-03-28T00:30:00.000Z
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" node-ical@0.27.2 ical.js@2.2.1 ts-ics@2.4.6 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import nodeIcal from 'node-ical';
import ICAL from 'ical.js';
import { convertIcsCalendar } from 'ts-ics';

const offset = (name, from, to, start, month) =>
  `BEGIN:${name}
TZOFFSETFROM:${from}
TZOFFSETTO:${to}
DTSTART:${start}
RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU
END:${name}`;
const calendar = (start) =>
  `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//nights//EN
BEGIN:VTIMEZONE
TZID:Europe/Berlin
${offset('DAYLIGHT', '+0100', '+0200', '19700329T020000', 3)}
${offset('STANDARD', '+0200', '+0100', '19701025T030000', 10)}
END:VTIMEZONE
BEGIN:VEVENT
UID:1
DTSTAMP:20270101T000000Z
DTSTART;TZID=Europe/Berlin:${start}
SUMMARY:A talk at night
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n');
const readers = {
  'node-ical': (text) => Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === 'VEVENT').start,
  'ical.js': (text) => {
    const all = new ICAL.Component(ICAL.parse(text));
    ICAL.TimezoneService.register(all.getFirstSubcomponent('vtimezone'));
    return new ICAL.Event(all.getFirstSubcomponent('vevent')).startDate.toJSDate();
  },
  'ts-ics': (text) => convertIcsCalendar(undefined, text).events[0].start.date,
};
for (const [kind, start] of [['repeated', '20271031T023000'], ['skipped', '20270328T023000']]) {
  for (const [name, read] of Object.entries(readers)) {
    console.log(`${kind} 02:30 by ${name}: ${read(calendar(start)).toISOString()}`);
  }
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
repeated 02:30 by node-ical: 2027-10-31T01:30:00.000Z
repeated 02:30 by ical.js: 2027-10-31T01:30:00.000Z
repeated 02:30 by ts-ics: 2027-10-31T01:30:00.000Z
skipped 02:30 by node-ical: 2027-03-28T01:30:00.000Z
skipped 02:30 by ical.js: 2027-03-28T00:30:00.000Z
skipped 02:30 by ts-ics: 2027-03-28T00:30:00.000Z
SEEN
