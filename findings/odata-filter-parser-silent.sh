#!/bin/sh
# odata-filter-parser with times, booleans, negative numbers and words in texts
#
# Guess: a parser of `$filter` reads the literals of OData 4.01 (ABNF: true, -5, 2027-06-05T09:00:00Z, 'O''Hara' for
#   O'Hara), and what stands in a text is text; what it does not know is an error.
# What happens: `eq true` is `eq null`, -5 is 0, and the time is the number 2027, so that every talk of that year and
#   later is found, or none. The doubled apostrophe stays. A text with the word "or" or "and" is cut there, and the second
#   half of the filter is null; a path such as `speaker/name` loses its first part. None of it raises an error. Numbers,
#   texts, precedence and parentheses are right.
# Version: odata-filter-parser 0.6.5
# Output seen:
#   rating gt 4.5 or title eq 'Ropes' and day eq 2: ("rating" gt 4.5) or (("title" eq "Ropes") and ("day" eq 2))
#   recorded eq true: "recorded" eq null
#   offset eq -5: "offset" eq 0
#   start ge 2027-06-05T09:00:00Z: "start" ge 2027
#   name eq 'O''Hara': "name" eq "O''Hara"
#   title eq 'Ropes or knots': ("title" eq "'Ropes") or null
#   speaker/name eq 'Ada': "name" eq "Ada"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" odata-filter-parser@0.6.5 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/parse.mjs" <<'JS'
import odata from 'odata-filter-parser';

for (const filter of [
  "rating gt 4.5 or title eq 'Ropes' and day eq 2",
  'recorded eq true',
  'offset eq -5',
  'start ge 2027-06-05T09:00:00Z',
  "name eq 'O''Hara'",
  "title eq 'Ropes or knots'",
  "speaker/name eq 'Ada'",
]) {
  const shown = ({ subject, operator, value }) => {
    const side = (part) => (part?.operator ? `(${shown(part)})` : JSON.stringify(part));
    return `${side(subject)} ${operator} ${side(value)}`;
  };
  console.log(`${filter}: ${shown(odata.Parser.parse(filter))}`);
}
JS
node "$dir/parse.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
rating gt 4.5 or title eq 'Ropes' and day eq 2: ("rating" gt 4.5) or (("title" eq "Ropes") and ("day" eq 2))
recorded eq true: "recorded" eq null
offset eq -5: "offset" eq 0
start ge 2027-06-05T09:00:00Z: "start" ge 2027
name eq 'O''Hara': "name" eq "O''Hara"
title eq 'Ropes or knots': ("title" eq "'Ropes") or null
speaker/name eq 'Ada': "name" eq "Ada"
SEEN
