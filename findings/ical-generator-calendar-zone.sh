#!/bin/sh
# ical-generator with the time zone of a calendar
#
# Guess: the time zone of a calendar is the default of its events, so it changes what theirs changes: DTSTART gets a TZID.
#   DTSTAMP and LAST-MODIFIED stay in UTC (RFC 5545 §3.8.7.2 and §3.8.7.3: they MUST be), and so does UNTIL (§3.3.10).
# What happens: so it is for the zone of an event only. With the zone of the calendar, DTSTAMP, LAST-MODIFIED and UNTIL
#   lose their Z and are local times, and DTSTART has no TZID: it floats for readers of the standard such as ical.js,
#   09:00 wherever they are. Set the zone on each event.
# Version: ical-generator 11.1.2, luxon 3.7.2, ical.js 2.2.1
# Output seen:
#   of the event: DTSTAMP:20270101T110000Z DTSTART;TZID=Europe/Berlin:20270605T090000
#     LAST-MODIFIED:20270101T110000Z UNTIL=20270607T070000Z, read in Europe/Berlin
#   of the calendar: DTSTAMP:20270101T120000 DTSTART:20270605T090000
#     LAST-MODIFIED:20270101T120000 UNTIL=20270607T090000, read in floating
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" ical-generator@11.1.2 luxon@3.7.2 \
  ical.js@2.2.1 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/write.mjs" <<'JS'
import ICAL from 'ical.js';
import generate from 'ical-generator';
import { DateTime } from 'luxon';

const timezone = 'Europe/Berlin';
const at = (time) => DateTime.fromISO(time, { zone: timezone });
const stamps = { stamp: at('2027-01-01T12:00'), lastModified: at('2027-01-01T12:00') };
const event = {
  ...{ id: '1', summary: 'A talk', ...stamps, start: at('2027-06-05T09:00'), end: at('2027-06-05T10:00') },
  repeating: { freq: 'DAILY', until: at('2027-06-07T09:00') },
};
const show = (name, ofCalendar, ofEvent) => {
  const calendar = generate(ofCalendar);
  calendar.createEvent({ ...event, ...ofEvent });
  const text = calendar.toString();
  const [stamp, start, changed, until] = ['DTSTAMP.*', 'DTSTART.*', 'LAST-MODIFIED.*', 'UNTIL=[^;\r]*'].map(
    (pattern) => new RegExp(pattern).exec(text)[0],
  );
  const { startDate } = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent'));
  console.log(`${name}: ${stamp} ${start}`);
  console.log(`  ${changed} ${until}, read in ${startDate.timezone ?? startDate.zone.tzid}`);
};
show('of the event', {}, { timezone });
show('of the calendar', { timezone }, {});
JS
node "$dir/write.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
of the event: DTSTAMP:20270101T110000Z DTSTART;TZID=Europe/Berlin:20270605T090000
  LAST-MODIFIED:20270101T110000Z UNTIL=20270607T070000Z, read in Europe/Berlin
of the calendar: DTSTAMP:20270101T120000 DTSTART:20270605T090000
  LAST-MODIFIED:20270101T120000 UNTIL=20270607T090000, read in floating
SEEN
