#!/bin/sh
# microdata-node with a time element that has no datetime
#
# Guess: the value of `<time itemprop="startDate">2027-06-05</time>` is its text, as the attribute `datetime` is
#   optional: its datetime value is the attribute or, without one, the text (HTML §4.5.14).
# What happens: without the attribute the value is an empty text, and the event has no date. `<data>` and `<meter>` with
#   a value, and `<time>` with the attribute, are right.
# Version: microdata-node 2.0.0
# Output seen:
#   name "Ropes"
#   startDate "2027-06-05"
#   endDate ""
#   doorTime ""
#   maximumAttendeeCapacity 200
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" microdata-node@2.0.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { toJson } from 'microdata-node';

const html = `<div itemscope itemtype="https://schema.org/Event"><h1 itemprop="name">Ropes</h1>
  <time itemprop="startDate" datetime="2027-06-05">5 June</time> to <time itemprop="endDate">2027-06-06</time>,
  doors at <time itemprop="doorTime">08:30</time>,
  <data itemprop="maximumAttendeeCapacity" value="200">two hundred</data> seats</div>`;
for (const [name, [value]] of Object.entries(toJson(html).items[0].properties)) console.log(name, JSON.stringify(value));
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
name "Ropes"
startDate "2027-06-05"
endDate ""
doorTime ""
maximumAttendeeCapacity 200
SEEN
