#!/bin/sh
# any-date-parser with ISO 8601
#
# Guess: a parser of any date reads ISO 8601: the offset counts, also without seconds (`2027-06-05T14:30+02:00` is 12:30
#   UTC); a form that it does not know, such as weeks (`2027-W22-6`), days of the year (`2027-156`) or the basic format of
#   calendars (`20270605T090000Z`), is refused.
# What happens: with seconds the offset counts, without them it is dropped, so that the talk is two hours late. Of the
#   unknown forms it takes what looks like parts of a date: the sixth day of week 22 becomes 22 June, day 156 the 15th of
#   the month of today, and of the basic format only the year and a day 6 are left. Those that it refuses it marks as
#   invalid, these not.
# Version: any-date-parser 2.2.4, in UTC
# Output seen:
#   2027-06-05T14:30:00+02:00: 2027-06-05T12:30:00.000Z
#   2027-06-05T14:30+02:00: 2027-06-05T14:30:00.000Z
#   2027-W22-6: {"year":2027,"day":22,"month":6}
#   2027-156: {"year":2027,"day":15}
#   20270605T090000Z: {"year":2027,"day":6}
#   no date: {"invalid":"Unable to parse \"no date\" with locale \"en\""}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" any-date-parser@2.2.4 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import parser from 'any-date-parser';

for (const text of ['2027-06-05T14:30:00+02:00', '2027-06-05T14:30+02:00']) {
  console.log(`${text}: ${parser.fromString(text, 'en').toISOString()}`);
}
for (const text of ['2027-W22-6', '2027-156', '20270605T090000Z', 'no date']) {
  console.log(`${text}: ${JSON.stringify(parser.attempt(text, 'en'))}`);
}
JS
TZ=UTC node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
2027-06-05T14:30:00+02:00: 2027-06-05T12:30:00.000Z
2027-06-05T14:30+02:00: 2027-06-05T14:30:00.000Z
2027-W22-6: {"year":2027,"day":22,"month":6}
2027-156: {"year":2027,"day":15}
20270605T090000Z: {"year":2027,"day":6}
no date: {"invalid":"Unable to parse \"no date\" with locale \"en\""}
SEEN
