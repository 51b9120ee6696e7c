#!/bin/sh
# rrule-rust with instances that a series has twice
#
# Guess: a recurrence set is a set: an RDATE that the rule yields as well counts once (RFC 5545 §3.8.5.2), and of an
#   hourly series no two instances are at the same instant.
# What happens: rrule-rust returns the talk of the RDATE twice, at the same time. In the night in which clocks go
#   forward, an hourly series has 03:00 twice: 02:00, which is skipped, moves there, and takes one of the COUNT.
#   rrule-temporal returns each instance once.
# Version: rrule-rust 3.1.1, rrule-temporal 2.2.8
# Output seen:
#   an RDATE of its own
#     rrule-rust: 03T10 10T10 11T10 17T10
#     rrule-temporal: 03T10 10T10 11T10 17T10
#   an RDATE that is an instance
#     rrule-rust: 03T10 10T10 10T10 17T10
#     rrule-temporal: 03T10 10T10 17T10
#   hourly at 00:00 to 04:00
#     rrule-rust: 27T00 27T01 27T02 27T03 27T04
#     rrule-temporal: 27T00 27T01 27T02 27T03 27T04
#   hourly, clocks go forward
#     rrule-rust: 28T00 28T01 28T03 28T03
#     rrule-temporal: 28T00 28T01 28T03 28T04
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" rrule-rust@3.1.1 rrule-temporal@2.2.8 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { RRuleSet } from 'rrule-rust';
import { RRuleTemporal } from 'rrule-temporal';

const readers = {
  'rrule-rust': (text) => RRuleSet.fromString(text).all(),
  'rrule-temporal': (text) => new RRuleTemporal({ rruleString: text }).all(),
};
const berlin = (start, rule) => `DTSTART;TZID=Europe/Berlin:${start}\nRRULE:${rule}`;
const weekly = berlin('20270603T100000', 'FREQ=WEEKLY;COUNT=3');
const series = {
  'an RDATE of its own': `${weekly}\nRDATE;TZID=Europe/Berlin:20270611T100000`,
  'an RDATE that is an instance': `${weekly}\nRDATE;TZID=Europe/Berlin:20270610T100000`,
  'hourly at 00:00 to 04:00': berlin('20270327T000000', 'FREQ=HOURLY;COUNT=5'),
  'hourly, clocks go forward': berlin('20270328T000000', 'FREQ=HOURLY;COUNT=4'),
};
for (const [name, text] of Object.entries(series)) {
  console.log(name);
  for (const [reader, read] of Object.entries(readers)) {
    const hours = read(text).map((date) => date.toString().replaceAll('-', '').slice(6, 11));
    console.log(`  ${reader}:`, ...hours);
  }
}
JS
TZ=UTC node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
an RDATE of its own
  rrule-rust: 03T10 10T10 11T10 17T10
  rrule-temporal: 03T10 10T10 11T10 17T10
an RDATE that is an instance
  rrule-rust: 03T10 10T10 10T10 17T10
  rrule-temporal: 03T10 10T10 17T10
hourly at 00:00 to 04:00
  rrule-rust: 27T00 27T01 27T02 27T03 27T04
  rrule-temporal: 27T00 27T01 27T02 27T03 27T04
hourly, clocks go forward
  rrule-rust: 28T00 28T01 28T03 28T03
  rrule-temporal: 28T00 28T01 28T03 28T04
SEEN
