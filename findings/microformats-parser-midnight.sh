#!/bin/sh
# microformats-parser with the times of h-event by the value class
#
# Guess: the parts of a time by the value class pattern become one time of 24 hours: 12:30pm is 12:30, 12:30am is 00:30.
#   The value of an abbr element is its title, which is what the pattern was made for: the date for machines beside the
#   one for people.
# What happens: the hour after noon becomes 24:30, which ISO 8601 does not have, and the hour after midnight stays 12:30,
#   at noon. 2:30pm is right. The title of an abbr is ignored: the date is "SATURDAY". No error is raised.
# Version: microformats-parser 2.0.6
# Output seen:
#   <b>2027-06-05</b> <b>2:30pm</b>: 2027-06-05 14:30
#   <b>2027-06-05</b> <b>12:30pm</b>: 2027-06-05 24:30
#   <b>2027-06-05</b> <b>12:30am</b>: 2027-06-05 12:30
#   <abbr title="2027-06-05">Saturday</abbr> <b>14:30</b>: SATURDAY 14:30
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" microformats-parser@2.0.6 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { mf2 } from 'microformats-parser';

const shown = (date, time) => {
  const html = `<div class="h-event"><p class="dt-start">${date}, ${time}</p></div>`;
  const text = `${date} ${time}`.replace(/ class="value"/g, '');
  console.log(`${text}: ${mf2(html, { baseUrl: 'https://example.org' }).items[0].properties.start[0]}`);
};
const date = '<b class="value">2027-06-05</b>';
for (const time of ['2:30pm', '12:30pm', '12:30am']) shown(date, `<b class="value">${time}</b>`);
shown('<abbr class="value" title="2027-06-05">Saturday</abbr>', '<b class="value">14:30</b>');
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
<b>2027-06-05</b> <b>2:30pm</b>: 2027-06-05 14:30
<b>2027-06-05</b> <b>12:30pm</b>: 2027-06-05 24:30
<b>2027-06-05</b> <b>12:30am</b>: 2027-06-05 12:30
<abbr title="2027-06-05">Saturday</abbr> <b>14:30</b>: SATURDAY 14:30
SEEN
