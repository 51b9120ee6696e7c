#!/bin/sh
# ts-ics with several CATEGORIES lines
#
# Guess: a talk on two tracks may have one CATEGORIES line with a comma or two lines (RFC 5545 §3.6.1: the property may
#   occur more than once), and readers collect both, as node-ical does.
# What happens: ts-ics keeps the last line only, without an error: an application that filters by track does not find
#   the talk on the first one. Categories in one line are all read.
# Version: ts-ics 2.4.6, node-ical 0.27.2
# Output seen:
#   one line: ts-ics ["Web","Databases"] node-ical ["Web","Databases"]
#   two lines: ts-ics ["Databases"] node-ical ["Web","Databases"]
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" ts-ics@2.4.6 node-ical@0.27.2 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import nodeIcal from 'node-ical';
import { convertIcsCalendar } from 'ts-ics';

const calendar = (...categories) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//tracks//EN', 'BEGIN:VEVENT', 'UID:1'],
    ...['DTSTAMP:20270101T000000Z', 'DTSTART:20270605T090000Z', 'SUMMARY:A talk', ...categories],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
const show = (name, text) => {
  const [event] = convertIcsCalendar(undefined, text).events;
  const other = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === 'VEVENT');
  console.log(`${name}: ts-ics ${JSON.stringify(event.categories)} node-ical ${JSON.stringify(other.categories)}`);
};
show('one line', calendar('CATEGORIES:Web,Databases'));
show('two lines', calendar('CATEGORIES:Web', 'CATEGORIES:Databases'));
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
one line: ts-ics ["Web","Databases"] node-ical ["Web","Databases"]
two lines: ts-ics ["Databases"] node-ical ["Web","Databases"]
SEEN
