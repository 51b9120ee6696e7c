#!/bin/sh
# icalendar (npm) when it writes the calendar that it has read
#
# Guess: `parse_calendar(text).toString()` is the same calendar: the definition of a zone has its offsets, a time with a
#   TZID has no Z (RFC 5545 §3.3.5: a TZID must not be applied to times in UTC), and the name of a person keeps its
#   quotation marks, which a comma needs (§3.2).
# What happens: the offsets get a second sign, `++0100`, the starts of the zone are moved by the zone of the process, and
#   every local time becomes UTC under its old TZID: ts-ics takes `++020` for an offset of 20 minutes, and reads a talk of
#   07:00 UTC at 06:40; readers that go by the Z are right. The name loses its quotation marks. Its own times are right as
#   Dates. A file without the VTIMEZONE raises a TypeError; a backslash before an n becomes a line break, as in node-ical.
# Version: icalendar 0.7.1, ts-ics 2.4.6 (reader), with the times of Tokyo
# Output seen:
#   read: 2027-06-05T07:00:00.000Z
#     TZOFFSETTO:++0200
#     DTSTART:19700328T170000Z
#     TZOFFSETTO:++0100
#     DTSTART:19701024T180000Z
#     DTSTART;TZID=Europe/Berlin:20270605T070000Z
#     ATTENDEE;CN=Novak, Ada:mailto:ada@example.org
#   ts-ics reads the original: 2027-06-05T07:00:00.000Z
#   ts-ics reads the copy: 2027-06-05T06:40:00.000Z
#   without the VTIMEZONE: TypeError
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" icalendar@0.7.1 ts-ics@2.4.6 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/copy.mjs" <<'JS'
import icalendar from 'icalendar';
import { convertIcsCalendar } from 'ts-ics';

const zone = [
  ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin', 'BEGIN:DAYLIGHT', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
  ...['DTSTART:19700329T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'BEGIN:STANDARD'],
  ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'DTSTART:19701025T030000'],
  ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD', 'END:VTIMEZONE'],
];
const talk = [
  ...['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20270101T000000Z', 'DTSTART;TZID=Europe/Berlin:20270605T090000'],
  ...['ATTENDEE;CN="Novak, Ada":mailto:ada@example.org', 'END:VEVENT'],
];
const calendar = (...parts) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//talks//EN', ...parts.flat(), 'END:VCALENDAR', ''].join('\r\n');

const read = icalendar.parse_calendar(calendar(zone, talk));
console.log(`read: ${read.events()[0].getPropertyValue('DTSTART').toISOString()}`);
const copy = read.toString();
for (const line of copy.split('\r\n')) if (/^(DTSTART|TZOFFSETTO|ATTENDEE)/.test(line)) console.log(`  ${line}`);
for (const [name, text] of Object.entries({ original: calendar(zone, talk), copy }))
  console.log(`ts-ics reads the ${name}: ${convertIcsCalendar(undefined, text).events[0].start.date.toISOString()}`);
try {
  icalendar.parse_calendar(calendar(talk));
} catch (error) {
  console.log(`without the VTIMEZONE: ${error.name}`);
}
JS
TZ=Asia/Tokyo node "$dir/copy.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
read: 2027-06-05T07:00:00.000Z
  TZOFFSETTO:++0200
  DTSTART:19700328T170000Z
  TZOFFSETTO:++0100
  DTSTART:19701024T180000Z
  DTSTART;TZID=Europe/Berlin:20270605T070000Z
  ATTENDEE;CN=Novak, Ada:mailto:ada@example.org
ts-ics reads the original: 2027-06-05T07:00:00.000Z
ts-ics reads the copy: 2027-06-05T06:40:00.000Z
without the VTIMEZONE: TypeError
SEEN
