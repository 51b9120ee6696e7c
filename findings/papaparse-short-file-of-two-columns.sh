#!/bin/sh
# papaparse with a short file of two columns
#
# Guess: the delimiter is found if each line has one, as in a list of rooms and seats with semicolons or tabs. The line
#   break at the end of the file, which RFC 4180 (§2) allows and every spreadsheet program writes, does not matter.
# What happens: with two columns and fewer than ten lines it does: what follows the last line break counts as a line of
#   one field, which makes two fields on average too few. The whole line becomes one cell. Without the last line break,
#   with three columns, with ten lines, or with `skipEmptyLines`, the delimiter is found.
# Version: papaparse 5.7.1
# Output seen:
#   2 lines: "," ["room;seats"] UndetectableDelimiter
#   9 lines: "," ["room;seats"] UndetectableDelimiter
#   10 lines: ";" ["room","seats"] 
#   2 lines, no line break at the end: ";" ["room","seats"] 
#   2 lines, skipEmptyLines: ";" ["room","seats"] 
#   2 lines of 3 columns: ";" ["room","seats","floor"] 
#   2 lines with tabs: "," ["room\tseats"] UndetectableDelimiter
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" papaparse@5.7.1 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import Papa from 'papaparse';

const halls = (count) => Array.from({ length: count }, (_, place) => `Hall ${place};50`);
const lines = (count, ...more) => ['room;seats', ...halls(count - 1), ...more];
const show = (name, text, settings) => {
  const { data, errors, meta } = Papa.parse(text, settings);
  console.log(`${name}: ${JSON.stringify(meta.delimiter)} ${JSON.stringify(data[0])} ${errors.map(({ code }) => code)}`);
};
for (const count of [2, 9, 10]) show(`${count} lines`, lines(count, '').join('\n'));
show('2 lines, no line break at the end', lines(2).join('\n'));
show('2 lines, skipEmptyLines', lines(2, '').join('\n'), { skipEmptyLines: true });
show('2 lines of 3 columns', 'room;seats;floor\nHall 0;50;2\n');
show('2 lines with tabs', 'room\tseats\nHall 0\t50\n');
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
2 lines: "," ["room;seats"] UndetectableDelimiter
9 lines: "," ["room;seats"] UndetectableDelimiter
10 lines: ";" ["room","seats"] 
2 lines, no line break at the end: ";" ["room","seats"] 
2 lines, skipEmptyLines: ";" ["room","seats"] 
2 lines of 3 columns: ";" ["room","seats","floor"] 
2 lines with tabs: "," ["room\tseats"] UndetectableDelimiter
SEEN
