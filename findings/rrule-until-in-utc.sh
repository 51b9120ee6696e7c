#!/bin/sh
# rrule with UNTIL and EXDATE in UTC for a series with a TZID
#
# Guess: UNTIL is in UTC if DTSTART has a zone (RFC 5545 §3.3.10: it MUST be), and the last instance may be at that very
#   time: 10:00 in Berlin in June is 08:00 UTC. EXDATE in UTC (§3.8.5.1) removes the instance at that instant.
# What happens: `rrulestr` compares the digits of the local time with those of UTC. East of Greenwich the last talk of
#   the series is missing, west of it there is one too many, and EXDATE removes nothing. No error is raised. With EXDATE
#   in the zone of DTSTART, or all times in UTC, it is right. rrule-temporal and rrule-rust read all of it rightly.
# Version: rrule 2.8.1, rrule-temporal 2.2.8, rrule-rust 3.1.1
# Output seen:
#   Berlin, until 4 June 10:00
#     rrule: 1 2 3
#     rrule-temporal: 1 2 3 4
#     rrule-rust: 1 2 3 4
#   New York, until 4 June 10:00
#     rrule: 1 2 3 4
#     rrule-temporal: 1 2 3
#     rrule-rust: 1 2 3
#   Berlin, four without 2 June, in UTC
#     rrule: 1 2 3 4
#     rrule-temporal: 1 3 4
#     rrule-rust: 1 3 4
#   Berlin, four without 2 June
#     rrule: 1 3 4
#     rrule-temporal: 1 3 4
#     rrule-rust: 1 3 4
#   UTC, until 4 June 10:00
#     rrule: 1 2 3 4
#     rrule-temporal: 1 2 3 4
#     rrule-rust: 1 2 3 4
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" \
  rrule@2.8.1 rrule-temporal@2.2.8 rrule-rust@3.1.1 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import rrule from 'rrule';
import { RRuleSet } from 'rrule-rust';
import { RRuleTemporal } from 'rrule-temporal';

const readers = {
  rrule: (text) => rrule.rrulestr(text, { forceset: true }).all().map((date) => date.getUTCDate()),
  'rrule-temporal': (text) => new RRuleTemporal({ rruleString: text }).all().map(({ day }) => day),
  'rrule-rust': (text) => RRuleSet.fromString(text).all().map(({ day }) => day),
};
const berlin = 'DTSTART;TZID=Europe/Berlin:20270601T100000\nRRULE:FREQ=DAILY';
const series = {
  'Berlin, until 4 June 10:00': `${berlin};UNTIL=20270604T080000Z`,
  'New York, until 4 June 10:00': 'DTSTART;TZID=America/New_York:20270601T110000\nRRULE:FREQ=DAILY;UNTIL=20270604T140000Z',
  'Berlin, four without 2 June, in UTC': `${berlin};COUNT=4\nEXDATE:20270602T080000Z`,
  'Berlin, four without 2 June': `${berlin};COUNT=4\nEXDATE;TZID=Europe/Berlin:20270602T100000`,
  'UTC, until 4 June 10:00': 'DTSTART:20270601T100000Z\nRRULE:FREQ=DAILY;UNTIL=20270604T100000Z',
};
for (const [name, text] of Object.entries(series)) {
  console.log(name);
  for (const [reader, read] of Object.entries(readers)) console.log(`  ${reader}:`, ...read(text));
}
JS
TZ=UTC node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
Berlin, until 4 June 10:00
  rrule: 1 2 3
  rrule-temporal: 1 2 3 4
  rrule-rust: 1 2 3 4
New York, until 4 June 10:00
  rrule: 1 2 3 4
  rrule-temporal: 1 2 3
  rrule-rust: 1 2 3
Berlin, four without 2 June, in UTC
  rrule: 1 2 3 4
  rrule-temporal: 1 3 4
  rrule-rust: 1 3 4
Berlin, four without 2 June
  rrule: 1 3 4
  rrule-temporal: 1 3 4
  rrule-rust: 1 3 4
UTC, until 4 June 10:00
  rrule: 1 2 3 4
  rrule-temporal: 1 2 3 4
  rrule-rust: 1 2 3 4
SEEN
