#!/bin/sh
# xml-js with an ampersand in an attribute
#
# Guess: what xml-js has read it writes as the same XML: `js2xml(xml2js(schedule))` has the same rooms and titles, and
#   parses.
# What happens: quotation marks in attributes are escaped again, ampersands and angle brackets are not; those in texts
#   are. A schedule with the room `Halls A &amp; B` is no XML any more after a change of a title, and readers refuse the
#   whole file; the room `Hall &amp;amp; yard` silently becomes another one.
# Version: xml-js 1.6.11, saxes 6.0.0 (reader)
# Output seen:
#   <room name="Hall 1"><title>Ropes &amp; knots</title></room>
#     Hall 1 -> Hall 1
#   <room name="The &quot;Attic&quot;"><title>Ropes &amp; knots</title></room>
#     The "Attic" -> The "Attic"
#   <room name="Halls A & B"><title>Ropes &amp; knots</title></room>
#     Halls A & B -> not well-formed
#   <room name="Hall <1>"><title>Ropes &amp; knots</title></room>
#     Hall <1> -> not well-formed
#   <room name="Hall &amp; yard"><title>Ropes &amp; knots</title></room>
#     Hall &amp; yard -> Hall & yard
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" xml-js@1.6.11 saxes@6.0.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { SaxesParser } from 'saxes';
import convert from 'xml-js';

function roomIn(xml) {
  let room;
  const parser = new SaxesParser();
  parser.on('error', () => (room = 'not well-formed'));
  parser.on('opentag', ({ attributes }) => (room ??= attributes.name));
  parser.write(xml).close();
  return room;
}
for (const name of ['Hall 1', 'The &quot;Attic&quot;', 'Halls A &amp; B', 'Hall &lt;1&gt;', 'Hall &amp;amp; yard']) {
  const given = `<schedule><room name="${name}"><title>Ropes &amp; knots</title></room></schedule>`;
  const written = convert.js2xml(convert.xml2js(given));
  console.log(`${written.slice(10, -11)}\n  ${roomIn(given.slice(10, -11))} -> ${roomIn(written.slice(10, -11))}`);
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
<room name="Hall 1"><title>Ropes &amp; knots</title></room>
  Hall 1 -> Hall 1
<room name="The &quot;Attic&quot;"><title>Ropes &amp; knots</title></room>
  The "Attic" -> The "Attic"
<room name="Halls A & B"><title>Ropes &amp; knots</title></room>
  Halls A & B -> not well-formed
<room name="Hall <1>"><title>Ropes &amp; knots</title></room>
  Hall <1> -> not well-formed
<room name="Hall &amp; yard"><title>Ropes &amp; knots</title></room>
  Hall &amp; yard -> Hall & yard
SEEN
