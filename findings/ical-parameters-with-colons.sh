#!/bin/sh
# ical2json, ics-parser and ical-js-parser with a colon in a parameter
#
# Guess: the value of a property begins after the first colon outside of quotation marks (RFC 5545 §3.1): Exchange names
#   its zones `"(UTC+01:00) Amsterdam, Berlin"`, ALTREP of a place is always an address, and so is SENT-BY of an
#   organiser.
# What happens: all three cut at the first colon. In ical2json the zone is `"(UTC+01` and the start `00) Amsterdam,
#   Berlin":20270605T093000`; the place is the rest of an address. ics-parser gives the talk no start. ical-js-parser
#   leaves the talk out, for an invalid date; without the zone it has the rest of the address as well. ical.js reads the
#   lines rightly.
# Version: ical2json 5.0.0, ics-parser 0.1.5, ical-js-parser 0.7.4, ical.js 2.2.1
# Output seen:
#   Europe/Berlin LANGUAGE=en
#     ical2json: "Europe/Berlin" | "20270605T093000" | "Hall 1"
#     ics-parser: "2027-06-05T09:30:00.000Z" | "Hall 1"
#     ical-js-parser: "Europe/Berlin" | "20270605T093000" | "Hall 1"
#     ical.js: "Europe/Berlin" | "2027-06-05T09:30:00" | "Hall 1"
#   Europe/Berlin ALTREP="https://example.org/halls/1"
#     ical2json: "Europe/Berlin" | "20270605T093000" | "//example.org/halls/1\":Hall 1"
#     ics-parser: "2027-06-05T09:30:00.000Z" | "//example.org/halls/1\":Hall 1"
#     ical-js-parser: "Europe/Berlin" | "20270605T093000" | "//example.org/halls/1\":Hall 1"
#     ical.js: "Europe/Berlin" | "2027-06-05T09:30:00" | "Hall 1"
#   "(UTC+01:00) Amsterdam, Berlin" ALTREP="https://example.org/halls/1"
#     ical2json: "\"(UTC+01" | "00) Amsterdam, Berlin\":20270605T093000" | "//example.org/halls/1\":Hall 1"
#     ics-parser:  | "//example.org/halls/1\":Hall 1"
#     ical-js-parser: "Invalid date: 00) Amsterdam, Berlin\""
#     ical.js: "(UTC+01:00) Amsterdam, Berlin" | "2027-06-05T09:30:00" | "Hall 1"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" \
  ical2json@5.0.0 ics-parser@0.1.5 ical-js-parser@0.7.4 ical.js@2.2.1 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import ICAL from 'ical.js';
import parser from 'ical-js-parser';
import * as ical2json from 'ical2json';
import icsParser from 'ics-parser';

const calendar = (zone, place) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//talks//EN', 'BEGIN:VEVENT', 'UID:1'],
    ...['DTSTAMP:20270101T000000Z', 'SUMMARY:Ropes', `LOCATION;${place}:Hall 1`],
    ...[`DTSTART;TZID=${zone}:20270605T093000`, `DTEND;TZID=${zone}:20270605T103000`, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
const readers = {
  ical2json(text) {
    const { DTSTART, LOCATION } = ical2json.convert(text).VCALENDAR[0].VEVENT[0];
    return [DTSTART.TZID, DTSTART._, LOCATION._];
  },
  'ics-parser'(text) {
    const [{ startDate, location }] = (icsParser.default ?? icsParser)(text);
    return [startDate, location];
  },
  'ical-js-parser'(text) {
    const { events, errors } = (parser.default ?? parser).toJSON(text);
    return events.length === 0 ? errors : [events[0].dtstart.timezone, events[0].dtstart.value, events[0].location];
  },
  'ical.js'(text) {
    const entry = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
    const { startDate, location } = new ICAL.Event(entry);
    return [entry.getFirstProperty('dtstart').getParameter('tzid'), `${startDate}`, location];
  },
};
for (const parameters of [
  ['Europe/Berlin', 'LANGUAGE=en'],
  ['Europe/Berlin', 'ALTREP="https://example.org/halls/1"'],
  ['"(UTC+01:00) Amsterdam, Berlin"', 'ALTREP="https://example.org/halls/1"'],
]) {
  console.log(...parameters);
  for (const [name, read] of Object.entries(readers)) {
    console.log(`  ${name}:`, read(calendar(...parameters)).map((value) => JSON.stringify(value)).join(' | '));
  }
}
JS
TZ=UTC node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
Europe/Berlin LANGUAGE=en
  ical2json: "Europe/Berlin" | "20270605T093000" | "Hall 1"
  ics-parser: "2027-06-05T09:30:00.000Z" | "Hall 1"
  ical-js-parser: "Europe/Berlin" | "20270605T093000" | "Hall 1"
  ical.js: "Europe/Berlin" | "2027-06-05T09:30:00" | "Hall 1"
Europe/Berlin ALTREP="https://example.org/halls/1"
  ical2json: "Europe/Berlin" | "20270605T093000" | "//example.org/halls/1\":Hall 1"
  ics-parser: "2027-06-05T09:30:00.000Z" | "//example.org/halls/1\":Hall 1"
  ical-js-parser: "Europe/Berlin" | "20270605T093000" | "//example.org/halls/1\":Hall 1"
  ical.js: "Europe/Berlin" | "2027-06-05T09:30:00" | "Hall 1"
"(UTC+01:00) Amsterdam, Berlin" ALTREP="https://example.org/halls/1"
  ical2json: "\"(UTC+01" | "00) Amsterdam, Berlin\":20270605T093000" | "//example.org/halls/1\":Hall 1"
  ics-parser:  | "//example.org/halls/1\":Hall 1"
  ical-js-parser: "Invalid date: 00) Amsterdam, Berlin\""
  ical.js: "(UTC+01:00) Amsterdam, Berlin" | "2027-06-05T09:30:00" | "Hall 1"
SEEN
