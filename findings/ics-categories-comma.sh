#!/bin/sh
# ics with a comma in a category
#
# Guess: a track named "Ropes, Knots" is written as CATEGORIES:Ropes\, Knots, because the values of the property are TEXT,
#   in which commas are escaped (RFC 5545 §3.3.11, §3.8.1.2); the title and the place of the same entry are.
# What happens: ics joins the categories without escaping them. Every reader gets two categories in place of one, and
#   an application that imports tracks from the file creates both. Semicolons stay unescaped in the same way.
# Version: ics 3.12.0, ical.js 2.2.1
# Output seen:
#   SUMMARY:Ropes\, Knots
#   CATEGORIES:Ropes, Knots,Craft
#   categories that were given: ["Ropes, Knots","Craft"]
#   categories that ical.js reads: ["Ropes"," Knots","Craft"]
#   CATEGORIES:Ropes; Knots
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" ics@3.12.0 ical.js@2.2.1 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/write.mjs" <<'JS'
import ICAL from 'ical.js';
import { createEvent } from 'ics';

const textOf = (categories) =>
  createEvent({
    ...{ uid: '1', title: 'Ropes, Knots', start: [2027, 3, 27, 10, 0], startInputType: 'utc', duration: { minutes: 45 } },
    categories,
  }).value;
const line = (text, name) => console.log(text.split('\r\n').find((one) => one.startsWith(name)));

const given = ['Ropes, Knots', 'Craft'];
const text = textOf(given);
line(text, 'SUMMARY');
line(text, 'CATEGORIES');
console.log(`categories that were given: ${JSON.stringify(given)}`);
const [entry] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
const read = entry.getAllProperties('categories').flatMap((property) => property.getValues());
console.log(`categories that ical.js reads: ${JSON.stringify(read)}`);
line(textOf(['Ropes; Knots']), 'CATEGORIES');
JS
node "$dir/write.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
SUMMARY:Ropes\, Knots
CATEGORIES:Ropes, Knots,Craft
categories that were given: ["Ropes, Knots","Craft"]
categories that ical.js reads: ["Ropes"," Knots","Craft"]
CATEGORIES:Ropes; Knots
SEEN
