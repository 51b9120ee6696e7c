#!/bin/sh
# luxon with a local time that occurs twice, read in summer and in winter
#
# Guess: which of two 02:30 a library takes may be open (luxon's manual leaves it so), but the same text and zone yield
#   the same instant at each reading; so the entry of a calendar keeps its time when its file is read again.
# What happens: the offset of today is the first guess, and the guess wins where both are right: in summer the first
#   02:30 in Berlin is taken, in winter the second. A talk in the night of the change moves by an hour between two
#   imports, and a test passes for half of the year. After a date has been read, `set({ hour: 2 })` keeps the offset of
#   that date instead.
# Version: luxon 3.7.2
# Output seen:
#   read on 2027-01-15
#     2027-10-31T02:30+01:00, set: +02:00
#     2027-11-07T01:30-05:00, set: -04:00
#     2027-04-04T02:30+11:00, set: +11:00
#     2027-10-31T09:00+01:00, set: +01:00
#   read on 2027-07-15
#     2027-10-31T02:30+02:00, set: +02:00
#     2027-11-07T01:30-04:00, set: -04:00
#     2027-04-04T02:30+10:00, set: +11:00
#     2027-10-31T09:00+01:00, set: +01:00
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" luxon@3.7.2 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { DateTime, Settings } from 'luxon';

const times = [
  ['2027-10-31T02:30', 'Europe/Berlin'],
  ['2027-11-07T01:30', 'America/New_York'],
  ['2027-04-04T02:30', 'Australia/Sydney'],
  ['2027-10-31T09:00', 'Europe/Berlin'],
];
for (const today of ['2027-01-15', '2027-07-15']) {
  // As in a process that starts on this day.
  Settings.now = () => Date.parse(today);
  Settings.resetCaches();
  console.log(`read on ${today}`);
  for (const [text, zone] of times) {
    const read = DateTime.fromISO(text, { zone });
    const changed = DateTime.fromISO(text.slice(0, 10), { zone }).set({ hour: read.hour, minute: read.minute });
    console.log(`  ${read.toISO({ suppressMilliseconds: true, suppressSeconds: true })}, set: ${changed.toFormat('ZZ')}`);
  }
}
JS
TZ=UTC node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
read on 2027-01-15
  2027-10-31T02:30+01:00, set: +02:00
  2027-11-07T01:30-05:00, set: -04:00
  2027-04-04T02:30+11:00, set: +11:00
  2027-10-31T09:00+01:00, set: +01:00
read on 2027-07-15
  2027-10-31T02:30+02:00, set: +02:00
  2027-11-07T01:30-04:00, set: -04:00
  2027-04-04T02:30+10:00, set: +11:00
  2027-10-31T09:00+01:00, set: +01:00
SEEN
