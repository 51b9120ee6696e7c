#!/bin/sh
# @formkit/tempo with local times of the day around a change of the clock
#
# Guess: `tzDate(text, zone)` may have its own taste for the hour that a change of the clock skips or repeats. Every other
#   local time occurs once, so it is read right.
# What happens: in a process in UTC, times that occur once are an hour wrong for as many hours as the zone is away from
#   UTC. In Sydney that is the whole evening before each change, from 16:00: a talk at 20:00 is saved as one at 19:00 or
#   21:00. In New York it is the morning after, until 06:00 or 07:00; in Amsterdam the last hour before. The offset is
#   that at the time which the text has in the zone of the process: in another one, other hours are wrong.
# Version: @formkit/tempo 1.1.0 beside luxon 3.7.2
# Output seen:
#   Australia/Sydney 2026-10-03T20:00: luxon 2026-10-03T10:00, tempo 2026-10-03T09:00
#   Australia/Sydney 2026-04-04T20:00: luxon 2026-04-04T09:00, tempo 2026-04-04T10:00
#   America/New_York 2026-03-08T05:00: luxon 2026-03-08T09:00, tempo 2026-03-08T10:00
#   America/New_York 2026-11-01T04:00: luxon 2026-11-01T09:00, tempo 2026-11-01T08:00
#   Europe/Amsterdam 2026-03-29T01:30: luxon 2026-03-29T00:30, tempo 2026-03-28T23:30
#   Europe/Amsterdam 2026-10-25T01:30: luxon 2026-10-24T23:30, tempo 2026-10-25T00:30
#   Australia/Sydney 2026-10-05T20:00: luxon 2026-10-05T09:00, tempo 2026-10-05T09:00
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" @formkit/tempo@1.1.0 luxon@3.7.2 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { tzDate } from '@formkit/tempo';
import { DateTime } from 'luxon';

const times = {
  'Australia/Sydney': ['2026-10-03T20:00', '2026-04-04T20:00'],
  'America/New_York': ['2026-03-08T05:00', '2026-11-01T04:00'],
  'Europe/Amsterdam': ['2026-03-29T01:30', '2026-10-25T01:30'],
};
const minutes = (date) => date.toISOString().slice(0, 16);
const compare = (zone, time) => {
  const local = DateTime.fromISO(time, { zone });
  if (local.getPossibleOffsets().length !== 1) throw new Error(`${time} occurs twice`);
  console.log(`${zone} ${time}: luxon ${minutes(local.toJSDate())}, tempo ${minutes(tzDate(time, zone))}`);
};
for (const [zone, some] of Object.entries(times)) for (const time of some) compare(zone, time);
compare('Australia/Sydney', '2026-10-05T20:00');
JS
TZ=UTC node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
Australia/Sydney 2026-10-03T20:00: luxon 2026-10-03T10:00, tempo 2026-10-03T09:00
Australia/Sydney 2026-04-04T20:00: luxon 2026-04-04T09:00, tempo 2026-04-04T10:00
America/New_York 2026-03-08T05:00: luxon 2026-03-08T09:00, tempo 2026-03-08T10:00
America/New_York 2026-11-01T04:00: luxon 2026-11-01T09:00, tempo 2026-11-01T08:00
Europe/Amsterdam 2026-03-29T01:30: luxon 2026-03-29T00:30, tempo 2026-03-28T23:30
Europe/Amsterdam 2026-10-25T01:30: luxon 2026-10-24T23:30, tempo 2026-10-25T00:30
Australia/Sydney 2026-10-05T20:00: luxon 2026-10-05T09:00, tempo 2026-10-05T09:00
SEEN
