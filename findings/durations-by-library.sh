#!/bin/sh
# parse-duration, iso8601-duration, tinyduration and luxon with the lengths of talks
#
# Guess: a library that reads `PT1H30M` reads the rest of ISO 8601 as well, or says that it does not: `P1DT2H` is 26 hours,
#   `PT1,5H` is 90 minutes (the standard has the decimal comma beside the point), and `-PT15M` is before the start.
# What happens: all four read PT1H30M. parse-duration drops the day of `P1DT2H`, and takes the comma for one of thousands:
#   `PT1,5H` and `1,5 h` are 15 hours. It reads `1:30` as 1.03 milliseconds. iso8601-duration drops the sign (its manual
#   calls signs unsupported; it does not refuse them), so that a reminder is after the start. luxon refuses the comma,
#   which the others accept. Only tinyduration reads all four.
# Version: parse-duration 2.1.9, iso8601-duration 2.1.4, tinyduration 3.4.1, luxon 3.7.2
# Output seen (minutes):
#   PT1H30M: parse-duration 90, iso8601-duration 90, tinyduration 90, luxon 90
#   P1DT2H: parse-duration 120, iso8601-duration 1560, tinyduration 1560, luxon 1560
#   PT1,5H: parse-duration 900, iso8601-duration 90, tinyduration 90, luxon NaN
#   -PT15M: parse-duration -15, iso8601-duration 15, tinyduration -15, luxon -15
#   parse-duration: 1,5 h is 900, 1.5 h is 90, 1:30 is 1.03 ms
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" parse-duration@2.1.9 iso8601-duration@2.1.4 \
  tinyduration@3.4.1 luxon@3.7.2 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import * as iso from 'iso8601-duration';
import { Duration } from 'luxon';
import milliseconds from 'parse-duration';
import * as tiny from 'tinyduration';

const readers = {
  'parse-duration': (text) => milliseconds(text) / 60_000,
  'iso8601-duration': (text) => iso.toSeconds(iso.parse(text)) / 60,
  tinyduration: (text) => {
    const { negative = false, days = 0, hours = 0, minutes = 0 } = tiny.parse(text);
    return (negative ? -1 : 1) * ((days * 24 + hours) * 60 + minutes);
  },
  luxon: (text) => Duration.fromISO(text).as('minutes'),
};
for (const text of ['PT1H30M', 'P1DT2H', 'PT1,5H', '-PT15M']) {
  console.log(`${text}: ${Object.entries(readers).map(([name, read]) => `${name} ${read(text)}`).join(', ')}`);
}
const shown = ['1,5 h', '1.5 h'].map((text) => `${text} is ${milliseconds(text) / 60_000}`);
console.log(`parse-duration: ${shown.join(', ')}, 1:30 is ${milliseconds('1:30')} ms`);
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
PT1H30M: parse-duration 90, iso8601-duration 90, tinyduration 90, luxon 90
P1DT2H: parse-duration 120, iso8601-duration 1560, tinyduration 1560, luxon 1560
PT1,5H: parse-duration 900, iso8601-duration 90, tinyduration 90, luxon NaN
-PT15M: parse-duration -15, iso8601-duration 15, tinyduration -15, luxon -15
parse-duration: 1,5 h is 900, 1.5 h is 90, 1:30 is 1.03 ms
SEEN
