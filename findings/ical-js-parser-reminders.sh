#!/bin/sh
# ical-js-parser with the reminders of talks
#
# Guess: `toString(toJSON(calendar))` is the same calendar: a VALARM stays in its VEVENT, the only place where it may be
#   (RFC 5545 §3.6.6), and other readers find two talks with a reminder each.
# What happens: the reminder is written after the END of its entry, directly in the calendar, so that both talks have
#   lost theirs. In its old place there is a line that is only a colon. Each written calendar has a line `E:EN` as well,
#   a remainder of END.
# Version: ical-js-parser 0.7.4, ical.js 2.2.1
# Output seen:
#   given: reminders 0 and 0; written: 0 and 0
#     BEGIN:VEVENT END:VEVENT
#     BEGIN:VEVENT END:VEVENT E:EN END:VCALENDAR
#   given: reminders 1 and 1; written: 0 and 0
#     BEGIN:VEVENT : END:VEVENT BEGIN:VALARM TRIGGER:-PT15M END:VALARM
#     BEGIN:VEVENT : END:VEVENT E:EN BEGIN:VALARM TRIGGER:-PT15M END:VALARM END:VCALENDAR
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" ical-js-parser@0.7.4 ical.js@2.2.1 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import ICAL from 'ical.js';
import parser from 'ical-js-parser';

const { toJSON, toString } = parser.default ?? parser;
const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Soon', 'END:VALARM'];
const entry = (uid, ...lines) => [
  ...['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20270101T000000Z', 'DTSTART:20270605T100000Z', 'DTEND:20270605T110000Z'],
  ...['SUMMARY:Ropes', ...lines, 'END:VEVENT'],
];
const calendar = (...lines) => [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//talks//EN', ...entry(1, ...lines), ...entry(2, ...lines)],
  ...['END:VCALENDAR', ''],
];
function remindersOf(text) {
  const entries = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  return entries.map((one) => one.getAllSubcomponents('valarm').length).join(' and ');
}
for (const added of [[], alarm]) {
  const given = calendar(...added).join('\r\n');
  const written = toString(toJSON(given));
  console.log(`given: reminders ${remindersOf(given)}; written: ${remindersOf(written)}`);
  const lines = written.split(/\r?\n/).filter((line) => /^(?:BEGIN|END|E?:|TRIGGER)/.test(line));
  console.log(`  ${lines.slice(1, lines.length / 2).join(' ')}\n  ${lines.slice(lines.length / 2).join(' ')}`);
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
given: reminders 0 and 0; written: 0 and 0
  BEGIN:VEVENT END:VEVENT
  BEGIN:VEVENT END:VEVENT E:EN END:VCALENDAR
given: reminders 1 and 1; written: 0 and 0
  BEGIN:VEVENT : END:VEVENT BEGIN:VALARM TRIGGER:-PT15M END:VALARM
  BEGIN:VEVENT : END:VEVENT E:EN BEGIN:VALARM TRIGGER:-PT15M END:VALARM END:VCALENDAR
SEEN
