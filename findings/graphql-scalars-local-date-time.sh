#!/bin/sh
# graphql-scalars with days that do not exist, and with whole numbers as text
#
# Guess: LocalDateTime refuses 30 February and 24:00 as LocalDate, LocalTime and DateTime do. PositiveInt, which accepts
#   texts such as "12", refuses those that are no whole number, or reads "1e3" as 1000.
# What happens: LocalDateTime looks at the form: 30 February and 24:00 pass, month 13 does not. A library of dates makes 2
#   March of the former, or an error where none is expected any more. PositiveInt reads "1e3" as 1 and "12.9" as 12,
#   although it refuses "12 talks" and "1,000": the number of seats changes without an error.
# Version: graphql-scalars 2.0.0, graphql 16.15.0
# Output seen:
#   LocalDate "2027-02-30": refused
#   DateTime "2027-02-30T09:00:00Z": refused
#   LocalDateTime "2027-02-30T09:00:00": "2027-02-30T09:00:00"
#   LocalTime "24:00:00": refused
#   LocalDateTime "2027-06-05T24:00:00": "2027-06-05T24:00:00"
#   LocalDateTime "2027-13-05T25:61:00": refused
#   PositiveInt "12": 12
#   PositiveInt "1e3": 1
#   PositiveInt "1,000": refused
#   PositiveInt "12.9": 12
#   PositiveInt "12 talks": refused
#   PositiveInt "talks": refused
#   NonNegativeFloat "4.5": 4.5
#   NonNegativeFloat "4,5": refused
#   NonNegativeFloat "4.5 of 5": refused
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" graphql-scalars@2.0.0 graphql@16.15.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import * as scalars from 'graphql-scalars';

const show = (name, value) => {
  let shown;
  try {
    const parsed = scalars[`GraphQL${name}`].parseValue(value);
    shown = parsed instanceof Date ? parsed.toISOString() : JSON.stringify(parsed);
  } catch {
    shown = 'refused';
  }
  console.log(`${name} ${JSON.stringify(value)}: ${shown}`);
};
for (const [name, suffix] of Object.entries({ LocalDate: '', DateTime: 'T09:00:00Z', LocalDateTime: 'T09:00:00' }))
  show(name, `2027-02-30${suffix}`);
show('LocalTime', '24:00:00');
show('LocalDateTime', '2027-06-05T24:00:00');
show('LocalDateTime', '2027-13-05T25:61:00');
for (const text of ['12', '1e3', '1,000', '12.9', '12 talks', 'talks']) show('PositiveInt', text);
for (const text of ['4.5', '4,5', '4.5 of 5']) show('NonNegativeFloat', text);
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
LocalDate "2027-02-30": refused
DateTime "2027-02-30T09:00:00Z": refused
LocalDateTime "2027-02-30T09:00:00": "2027-02-30T09:00:00"
LocalTime "24:00:00": refused
LocalDateTime "2027-06-05T24:00:00": "2027-06-05T24:00:00"
LocalDateTime "2027-13-05T25:61:00": refused
PositiveInt "12": 12
PositiveInt "1e3": 1
PositiveInt "1,000": refused
PositiveInt "12.9": 12
PositiveInt "12 talks": refused
PositiveInt "talks": refused
NonNegativeFloat "4.5": 4.5
NonNegativeFloat "4,5": refused
NonNegativeFloat "4.5 of 5": refused
SEEN
