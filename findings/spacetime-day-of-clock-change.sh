#!/bin/sh
# spacetime on the days on which the clock changes
#
# Guess: on such a Sunday at most the skipped or repeated hour is in doubt. 09:00 in Berlin on 28 March 2027 is 07:00 UTC.
# What happens: the object takes the offset of the other side of the change. Every time after the change in spring is an
#   hour late: 09:00 is 08:00 UTC, which it shows as 09:00+01:00. In autumn the hours before the change are late, south of
#   the equator those after it early. In New York the hours before the change in spring are early and the rest of the day
#   is right. The days before and after are right.
# Version: spacetime 7.15.0, luxon 3.7.2
# Output seen:
#   Europe/Berlin 2027-03-28T09:00: luxon 07:00 UTC, spacetime 08:00 UTC, shown as 09:00+01:00
#   Europe/Berlin 2027-10-31T01:00: luxon 23:00 UTC, spacetime 00:00 UTC, shown as 01:00+01:00
#   Australia/Sydney 2027-04-04T09:00: luxon 23:00 UTC, spacetime 22:00 UTC, shown as 09:00+11:00
#   America/New_York 2027-03-14T01:00: luxon 06:00 UTC, spacetime 05:00 UTC, shown as 01:00-04:00
#   America/New_York 2027-03-14T09:00: luxon 13:00 UTC, spacetime 13:00 UTC, shown as 09:00-04:00
#   Europe/Berlin 2027-03-29T09:00: luxon 07:00 UTC, spacetime 07:00 UTC, shown as 09:00+02:00
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" spacetime@7.15.0 luxon@3.7.2 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { DateTime } from 'luxon';
import spacetime from 'spacetime';

const utc = (milliseconds) => `${new Date(milliseconds).toISOString().slice(11, 16)} UTC`;
for (const [zone, local] of [
  ['Europe/Berlin', '2027-03-28T09:00'],
  ['Europe/Berlin', '2027-10-31T01:00'],
  ['Australia/Sydney', '2027-04-04T09:00'],
  ['America/New_York', '2027-03-14T01:00'],
  ['America/New_York', '2027-03-14T09:00'],
  ['Europe/Berlin', '2027-03-29T09:00'],
]) {
  const at = spacetime(local, zone);
  const right = utc(DateTime.fromISO(local, { zone }).toMillis());
  const shown = at.format('iso').replace(/^.*T(\d\d:\d\d).*?([+-]\d\d:\d\d)$/, '$1$2');
  console.log(`${zone} ${local}: luxon ${right}, spacetime ${utc(at.epoch)}, shown as ${shown}`);
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
Europe/Berlin 2027-03-28T09:00: luxon 07:00 UTC, spacetime 08:00 UTC, shown as 09:00+01:00
Europe/Berlin 2027-10-31T01:00: luxon 23:00 UTC, spacetime 00:00 UTC, shown as 01:00+01:00
Australia/Sydney 2027-04-04T09:00: luxon 23:00 UTC, spacetime 22:00 UTC, shown as 09:00+11:00
America/New_York 2027-03-14T01:00: luxon 06:00 UTC, spacetime 05:00 UTC, shown as 01:00-04:00
America/New_York 2027-03-14T09:00: luxon 13:00 UTC, spacetime 13:00 UTC, shown as 09:00-04:00
Europe/Berlin 2027-03-29T09:00: luxon 07:00 UTC, spacetime 07:00 UTC, shown as 09:00+02:00
SEEN
