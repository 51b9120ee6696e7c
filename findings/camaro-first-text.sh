#!/bin/sh
# camaro with a text that a comment, a CDATA section or markup divides
#
# Guess: the value of a path such as `abstract` is the string of XPath 1.0, as camaro's templates are XPath: for an
#   element, all text in it (§5.2). So it is in boolean and string functions, and CDATA sections and comments do not
#   divide a text there (§5.7).
# What happens: it is the first piece of text only: the abstract ends, without an error, where a comment, a CDATA
#   section or an inline element begins. `string(abstract)` yields the whole; a text that is one CDATA section is right.
# Version: camaro 6.7.3
# Output seen:
#   plain: "How knots hold, and why", string(): "How knots hold, and why"
#   one section: "Knots & ropes, and why", string(): "Knots & ropes, and why"
#   section: "The element ", string(): "The element <canvas> draws knots"
#   comment: "How knots hold", string(): "How knots hold, and why"
#   markup: "How ", string(): "How not to tie knots"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" camaro@6.7.3 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { transform } from 'camaro';

const abstracts = {
  plain: 'How knots hold, and why',
  'one section': '<![CDATA[Knots & ropes, and why]]>',
  section: 'The element <![CDATA[<canvas>]]> draws knots',
  comment: 'How knots hold<!-- to be checked -->, and why',
  markup: 'How <i>not</i> to tie knots',
};
const events = Object.entries(abstracts).map(([name, text]) => `<event id="${name}"><abstract>${text}</abstract></event>`);
const template = ['//event', { id: '@id', path: 'abstract', string: 'string(abstract)' }];
for (const { id, path, string } of await transform(`<schedule>${events.join('')}</schedule>`, template)) {
  console.log(`${id}: ${JSON.stringify(path)}, string(): ${JSON.stringify(string)}`);
}
process.exit(0);
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
plain: "How knots hold, and why", string(): "How knots hold, and why"
one section: "Knots & ropes, and why", string(): "Knots & ropes, and why"
section: "The element ", string(): "The element <canvas> draws knots"
comment: "How knots hold", string(): "How knots hold, and why"
markup: "How ", string(): "How not to tie knots"
SEEN
