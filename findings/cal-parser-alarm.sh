#!/bin/sh
# cal-parser with an entry that has a reminder
#
# Guess: the VALARM of an entry is either read as a part of it or skipped; the description of the entry is its own. And a
#   time with a TZID is read in that zone.
# What happens: the lines of the reminder are taken for lines of the entry, and the last one wins: since reminders stand at
#   the end of entries, the description of the talk becomes that of its reminder. Of several lines CATEGORIES or ATTENDEE
#   the last one counts, too. The TZID is kept, but the time is read in the zone of the process, two hours late here.
# Version: cal-parser 1.0.2, in UTC
# Output seen:
#   without a reminder: "How we did it" at 2027-06-05T09:00:00.000Z (Europe/Berlin)
#   with a reminder: "Starts in 15 minutes" at 2027-06-05T09:00:00.000Z (Europe/Berlin)
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" cal-parser@1.0.2 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import parser from 'cal-parser';

const show = (name, ...alarm) => {
  const text = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//talks//EN', 'BEGIN:VEVENT', 'UID:1'],
    ...['DTSTAMP:20270101T000000Z', 'DTSTART;TZID=Europe/Berlin:20270605T090000', 'SUMMARY:A talk'],
    ...['DESCRIPTION:How we did it', ...alarm, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
  const [{ description, dtstart }] = parser.parseString(text).events;
  const start = dtstart.value.toISOString();
  console.log(`${name}: ${JSON.stringify(description.value)} at ${start} (${dtstart.params.tzid})`);
};
show('without a reminder');
const alarm = ['ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Starts in 15 minutes'];
show('with a reminder', 'BEGIN:VALARM', ...alarm, 'END:VALARM');
JS
TZ=UTC node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
without a reminder: "How we did it" at 2027-06-05T09:00:00.000Z (Europe/Berlin)
with a reminder: "Starts in 15 minutes" at 2027-06-05T09:00:00.000Z (Europe/Berlin)
SEEN
