#!/bin/sh
# calendar-link with a conference of several days
#
# Guess: an all-day event with `duration: [3, 'day']` takes three days in each link and in the file, as `duration: [3,
#   'hour']` takes three hours in an event with times. In the file its days have VALUE=DATE, because times are the
#   default (RFC 5545 §3.8.2.4).
# What happens: with `allDay`, the duration is ignored: the conference is a day long for Google, Outlook and Yahoo and
#   in the file; only `end`, the day after the last one, makes it longer. The days in the file have no VALUE=DATE, so
#   that ical.js refuses it, with `end` as well.
# Version: calendar-link 2.11.5, ical.js 2.2.1
# Output seen:
#   three hours
#     Google:  20270605T090000Z/20270605T120000Z
#     Outlook: 2027-06-05T09:00:00 to 2027-06-05T12:00:00
#     Yahoo:   20270605T090000Z to 20270605T120000Z
#     file:    DTSTART:20270605T090000Z, DTEND:20270605T120000Z
#     ical.js: 2027-06-05T09:00:00Z to 2027-06-05T12:00:00Z
#   three days
#     Google:  20270605/20270606
#     Outlook: 2027-06-05T00:00:00 to 2027-06-06T00:00:00
#     Yahoo:   20270605 to 20270606
#     file:    DTSTART:20270605, DTEND:20270606
#     ical.js: invalid date-time value: "2027-06-05T::"
#   until the end
#     Google:  20270605/20270608
#     Outlook: 2027-06-05T00:00:00 to 2027-06-08T00:00:00
#     Yahoo:   20270605 to 20270608
#     file:    DTSTART:20270605, DTEND:20270608
#     ical.js: invalid date-time value: "2027-06-05T::"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" calendar-link@2.11.5 ical.js@2.2.1 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { google, ics, outlook, yahoo } from 'calendar-link';
import ICAL from 'ical.js';

const fileOf = (event) => decodeURIComponent(ics(event)).replace(/^[^,]*,/, '');
function readByIcal(text) {
  try {
    const { startDate, endDate } = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent'));
    return `${startDate} to ${endDate}`;
  } catch ({ message }) {
    return message;
  }
}
const parameters = (link, ...names) => names.map((name) => new URL(link).searchParams.get(name)).join(' to ');
const title = 'Conference';
for (const [name, event] of Object.entries({
  'three hours': { title, start: '2027-06-05T09:00:00Z', duration: [3, 'hour'] },
  'three days': { title, start: '2027-06-05', duration: [3, 'day'], allDay: true },
  'until the end': { title, start: '2027-06-05', end: '2027-06-08', allDay: true },
})) {
  console.log(name);
  console.log('  Google: ', parameters(google(event), 'dates'));
  console.log('  Outlook:', parameters(outlook(event), 'startdt', 'enddt'));
  console.log('  Yahoo:  ', parameters(yahoo(event), 'st', 'et'));
  console.log('  file:   ', fileOf(event).match(/^DT(?:START|END).*$/gm).join(', '));
  console.log('  ical.js:', readByIcal(fileOf(event)));
}
JS
TZ=UTC node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
three hours
  Google:  20270605T090000Z/20270605T120000Z
  Outlook: 2027-06-05T09:00:00 to 2027-06-05T12:00:00
  Yahoo:   20270605T090000Z to 20270605T120000Z
  file:    DTSTART:20270605T090000Z, DTEND:20270605T120000Z
  ical.js: 2027-06-05T09:00:00Z to 2027-06-05T12:00:00Z
three days
  Google:  20270605/20270606
  Outlook: 2027-06-05T00:00:00 to 2027-06-06T00:00:00
  Yahoo:   20270605 to 20270606
  file:    DTSTART:20270605, DTEND:20270606
  ical.js: invalid date-time value: "2027-06-05T::"
until the end
  Google:  20270605/20270608
  Outlook: 2027-06-05T00:00:00 to 2027-06-08T00:00:00
  Yahoo:   20270605 to 20270608
  file:    DTSTART:20270605, DTEND:20270608
  ical.js: invalid date-time value: "2027-06-05T::"
SEEN
