#!/bin/sh
# date-fns-tz and @date-fns/tz with a repeated hour, by the zone of the process
#
# Guess: `fromZonedTime(text, zone)` has all that it needs; which of two 02:30 in Berlin it takes may be a matter of taste,
#   but is the same in each process. Temporal and RFC 5545 take the first one.
# What happens: it depends on TZ: under New York's time the first is taken, under UTC, Berlin's and Tokyo's the second. For
#   New York's repeated 01:30 it is the second under Tokyo's and the first elsewhere. A server and a browser save
#   different times for the same form. TZDate of @date-fns/tz, its successor, depends on TZ as well, in another way.
# Version: date-fns-tz 3.2.0, date-fns 4.4.0, @date-fns/tz 1.5.0
# Output seen:
#   TZ=UTC: Berlin second, New York first; TZDate: second, first
#   TZ=Europe/Berlin: Berlin second, New York first; TZDate: first, first
#   TZ=America/New_York: Berlin first, New York first; TZDate: second, first
#   TZ=Asia/Tokyo: Berlin second, New York second; TZDate: first, first
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" date-fns-tz@3.2.0 date-fns@4.4.0 \
  @date-fns/tz@1.5.0 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { TZDate } from '@date-fns/tz';
import { fromZonedTime } from 'date-fns-tz';

const cases = [
  { zone: 'Europe/Berlin', local: [2027, 9, 31, 2, 30], text: '2027-10-31T02:30', first: '2027-10-31T00:30:00Z' },
  { zone: 'America/New_York', local: [2027, 10, 7, 1, 30], text: '2027-11-07T01:30', first: '2027-11-07T05:30:00Z' },
];
const which = (date, first) => ({ 0: 'first', 3_600_000: 'second' })[date - new Date(first)] ?? date.toISOString();
const [berlin, newYork] = cases.map(({ text, zone, first }) => which(fromZonedTime(text, zone), first));
const others = cases.map(({ local, zone, first }) => which(new Date(+new TZDate(...local, zone)), first));
console.log(`TZ=${process.env.TZ}: Berlin ${berlin}, New York ${newYork}; TZDate: ${others.join(', ')}`);
JS
for zone in UTC Europe/Berlin America/New_York Asia/Tokyo; do TZ=$zone node "$dir/read.mjs"; done >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
TZ=UTC: Berlin second, New York first; TZDate: second, first
TZ=Europe/Berlin: Berlin second, New York first; TZDate: first, first
TZ=America/New_York: Berlin first, New York first; TZDate: second, first
TZ=Asia/Tokyo: Berlin second, New York second; TZDate: first, first
SEEN
