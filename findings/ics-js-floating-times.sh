#!/bin/sh
# ics-js and immutable-ics with times, and with texts of two lines
#
# Guess: a Date is an instant, so a writer of calendars writes it in UTC, above all DTSTAMP, which must be (RFC 5545
#   §3.8.7.2). Commas, backslashes and line breaks of texts are escaped (§3.3.11).
# What happens: both write the local time of the process, without a zone: it floats, so that a talk at 09:00 UTC is at
#   18:00 for all readers if the server has Tokyo's time, and at 09:00 wherever they are if it has UTC. ics-js escapes
#   nothing, either: a category with a comma becomes two, `C:\new` a line break, and a line break one that folds a line,
#   so that readers join both lines without a space. immutable-ics, which its manual recommends, escapes texts.
# Version: ics-js 0.10.2, immutable-ics 0.4.0, ical.js 2.2.1 (reader), with the times of Tokyo
# Output seen:
#   ics-js: DTSTAMP:20270605T180000 DTSTART:20270605T180000
#     description: "Bring a ropeand C:\new"
#     categories: ["Ropes"," Knots","Sails"]
#   immutable-ics: DTSTAMP:20270605T180000 DTSTART:20270605T180000
#     description: "Bring a rope\nand C:\\new"
#     categories: ["Ropes, Knots","Sails"]
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" ics-js@0.10.2 immutable-ics@0.4.0 \
  ical.js@2.2.1 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/write.mjs" <<'JS'
import ICAL from 'ical.js';
import ics from 'ics-js';
import immutable from 'immutable-ics';

const start = new Date('2027-06-05T09:00:00Z');
const texts = { SUMMARY: 'Knots', DESCRIPTION: 'Bring a rope\nand C:\\new', CATEGORIES: ['Ropes, Knots', 'Sails'] };
const event = new ics.VEVENT();
event.addProp('UID', '1');
event.addProp('DTSTAMP', start);
for (const [name, value] of Object.entries(texts)) event.addProp(name, value);
event.addProp('DTSTART', start);
const properties = Object.entries({ DTSTAMP: start, ...texts, DTSTART: start }).map(
  ([name, value]) => new immutable.Property({ name, value }),
);
const written = {
  'ics-js': event.toString(),
  'immutable-ics': new immutable.Component({ name: 'VEVENT', properties }).toString(),
};
for (const [name, text] of Object.entries(written)) {
  const read = new ICAL.Component(ICAL.parse(text));
  console.log(`${name}: ${text.split(/\r?\n/).filter((line) => line.startsWith('DT')).join(' ')}`);
  console.log(`  description: ${JSON.stringify(read.getFirstPropertyValue('description'))}`);
  console.log(`  categories: ${JSON.stringify(read.getFirstProperty('categories').getValues())}`);
}
JS
TZ=Asia/Tokyo node "$dir/write.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
ics-js: DTSTAMP:20270605T180000 DTSTART:20270605T180000
  description: "Bring a ropeand C:\new"
  categories: ["Ropes"," Knots","Sails"]
immutable-ics: DTSTAMP:20270605T180000 DTSTART:20270605T180000
  description: "Bring a rope\nand C:\\new"
  categories: ["Ropes, Knots","Sails"]
SEEN
