#!/bin/sh
# ical-expander with talks that touch the range
#
# Guess: `between(10:00, 11:00)` answers what its manual draws: entries that start before the end and end after the start,
#   so the talk from 10:00 to 11:00 only. Ranges that follow each other share no talk but one that goes on.
# What happens: both ends are inclusive. The talks that end at 10:00 and that start at 11:00 are in it as well: in a room with
#   talks on the hour three of each, so "now in this room" needs a second filter, and a day lists the talk at the next
#   midnight. Entries of a series count in the same way.
# Version: ical-expander 3.2.0 (with ical.js 1.5.0)
# Output seen:
#   10:00 to 11:00: 09:00 10:00 11:00
#   10:00:01 to 10:59:59: 10:00
#   of a series 10:00 to 11:00: 09:00 10:00 11:00
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" ical-expander@3.2.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import IcalExpander from 'ical-expander';

const entry = (hour, ...lines) => [
  ...['BEGIN:VEVENT', `UID:${hour}`, 'DTSTAMP:20270101T000000Z', `SUMMARY:A talk`],
  ...[`DTSTART:20270605T${hour}0000Z`, 'DURATION:PT1H', ...lines, 'END:VEVENT'],
];
const calendar = (...entries) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//room//EN', ...entries.flat(), 'END:VCALENDAR', ''].join('\r\n');
const show = (name, ics, ...range) => {
  const found = new IcalExpander({ ics }).between(...range.map((time) => new Date(`2027-06-05T${time}Z`)));
  const starts = [...found.events, ...found.occurrences].map(({ startDate }) => startDate.toString().slice(11, 16));
  console.log(`${name}: ${starts.join(' ')}`);
};
const talks = calendar(...['08', '09', '10', '11', '12'].map((hour) => entry(hour)));
show('10:00 to 11:00', talks, '10:00:00', '11:00:00');
show('10:00:01 to 10:59:59', talks, '10:00:01', '10:59:59');
show('of a series 10:00 to 11:00', calendar(entry('08', 'RRULE:FREQ=HOURLY;COUNT=5')), '10:00:00', '11:00:00');
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
10:00 to 11:00: 09:00 10:00 11:00
10:00:01 to 10:59:59: 10:00
of a series 10:00 to 11:00: 09:00 10:00 11:00
SEEN
