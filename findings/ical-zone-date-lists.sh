#!/bin/sh
# ical.js, ts-ics and node-ical with a VTIMEZONE that lists the changes of its clock
#
# Guess: the changes of the clock may be listed in one RDATE, as RFC 5545 §3.8.5.2 allows (values separated by commas), and
#   mean the same as one RDATE for each, or one STANDARD or DAYLIGHT for each: the list is the short form for a zone
#   whose rule changes each year.
# What happens: ical.js and ts-ics take the first date of each list and ignore the others, without an error: a talk after
#   the second change is an hour off. With one RDATE for each change both are right, and so they are with one component
#   for each, which Lectern writes. node-ical goes by the name of the zone.
# Version: ical.js 2.2.1, ts-ics 2.4.6, node-ical 0.27.2
# Output seen (a talk at 10:00 in Berlin, in January and in July):
#   ical.js, one list: 2026-01-15T09:00:00.000Z 2026-07-15T09:00:00.000Z
#   ical.js, a line for each: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
#   ical.js, a component for each: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
#   ts-ics, one list: 2026-01-15T09:00:00.000Z 2026-07-15T09:00:00.000Z
#   ts-ics, a line for each: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
#   ts-ics, a component for each: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
#   node-ical, one list: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
#   node-ical, a line for each: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
#   node-ical, a component for each: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" ical.js@2.2.1 ts-ics@2.4.6 node-ical@0.27.2 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import nodeIcal from 'node-ical';
import ICAL from 'ical.js';
import { convertIcsCalendar } from 'ts-ics';

const WINTER = ['20241027T030000', '20251026T030000', '20261025T030000'];
const SUMMER = ['20240331T020000', '20250330T020000', '20260329T020000'];
const rule = (name, from, to, start, more) =>
  [`BEGIN:${name}`, `DTSTART:${start}`, ...more, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `END:${name}`].join('\n');
const forms = {
  'one list': (name, from, to, [first, ...others]) => rule(name, from, to, first, [`RDATE:${others.join(',')}`]),
  'a line for each': (name, from, to, [first, ...others]) =>
    rule(name, from, to, first, others.map((date) => `RDATE:${date}`)),
  'a component for each': (name, from, to, dates) => dates.map((date) => rule(name, from, to, date, [])).join('\n'),
};
const talk = (start) => `BEGIN:VEVENT
UID:${start}
DTSTAMP:20240101T000000Z
DTSTART;TZID=Europe/Berlin:${start}
SUMMARY:A talk
END:VEVENT`;
const calendar = (form) =>
  `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//lists//EN
BEGIN:VTIMEZONE
TZID:Europe/Berlin
${form('STANDARD', '+0200', '+0100', WINTER)}
${form('DAYLIGHT', '+0100', '+0200', SUMMER)}
END:VTIMEZONE
${talk('20260115T100000')}
${talk('20260715T100000')}
END:VCALENDAR
`.replaceAll('\n', '\r\n');
const readers = {
  'ical.js': (text) =>
    new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents('vevent')
      .map((event) => new ICAL.Event(event).startDate.toJSDate()),
  'ts-ics': (text) => convertIcsCalendar(undefined, text).events.map(({ start }) => start.date),
  'node-ical': (text) =>
    Object.values(nodeIcal.sync.parseICS(text))
      .filter(({ type }) => type === 'VEVENT')
      .map(({ start }) => start),
};
const show = (reader, form) => {
  const starts = readers[reader](calendar(forms[form])).map((start) => start.toISOString());
  console.log(`${reader}, ${form}: ${starts.join(' ')}`);
};
for (const reader of Object.keys(readers)) for (const form of Object.keys(forms)) show(reader, form);
JS
(cd "$dir" && TZ=UTC node read.mjs) >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
ical.js, one list: 2026-01-15T09:00:00.000Z 2026-07-15T09:00:00.000Z
ical.js, a line for each: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
ical.js, a component for each: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
ts-ics, one list: 2026-01-15T09:00:00.000Z 2026-07-15T09:00:00.000Z
ts-ics, a line for each: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
ts-ics, a component for each: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
node-ical, one list: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
node-ical, a line for each: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
node-ical, a component for each: 2026-01-15T09:00:00.000Z 2026-07-15T08:00:00.000Z
SEEN
