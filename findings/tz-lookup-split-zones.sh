#!/bin/sh
# tz-lookup with venues in zones that were split
#
# Guess: a package that finds the time zone of a venue by its coordinates finds the zone in force, perhaps under its old
#   name (Europe/Kiev). Names are the only thing that ages: the rules are those of Node.
# What happens: a zone that was split is found by the old border. A venue in Ciudad Juárez gets America/Ojinaga, although
#   it has the time of El Paso again since November 2022, which is America/Ciudad_Juarez: each talk is an hour off, all
#   year. One in Coyhaique gets America/Santiago, an hour off in winter since 2025. Its fork @photostructure/tz-lookup
#   finds both, with the same call.
# Version: tz-lookup 6.1.25, @photostructure/tz-lookup 11.7.0, geo-tz 8.1.9
# Output seen:
#   Kyiv
#     tz-lookup: Europe/Kiev, in January GMT+02:00, in July GMT+03:00
#     @photostructure/tz-lookup: Europe/Kyiv, in January GMT+02:00, in July GMT+03:00
#     geo-tz: Europe/Kyiv, in January GMT+02:00, in July GMT+03:00
#   Ciudad Juárez
#     tz-lookup: America/Ojinaga, in January GMT-06:00, in July GMT-05:00
#     @photostructure/tz-lookup: America/Ciudad_Juarez, in January GMT-07:00, in July GMT-06:00
#     geo-tz: America/Ciudad_Juarez, in January GMT-07:00, in July GMT-06:00
#   Coyhaique
#     tz-lookup: America/Santiago, in January GMT-03:00, in July GMT-04:00
#     @photostructure/tz-lookup: America/Coyhaique, in January GMT-03:00, in July GMT-03:00
#     geo-tz: America/Coyhaique, in January GMT-03:00, in July GMT-03:00
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" tz-lookup@6.1.25 \
  @photostructure/tz-lookup@11.7.0 geo-tz@8.1.9 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/find.mjs" <<'JS'
import fork from '@photostructure/tz-lookup';
import { find } from 'geo-tz';
import lookup from 'tz-lookup';

const libraries = { 'tz-lookup': lookup, '@photostructure/tz-lookup': fork, 'geo-tz': (...at) => find(...at)[0] };
const venues = { Kyiv: [50.45, 30.52], 'Ciudad Juárez': [31.69, -106.42], Coyhaique: [-45.57, -72.07] };
for (const [venue, at] of Object.entries(venues)) {
  console.log(venue);
  for (const [name, zoneOf] of Object.entries(libraries)) {
    const timeZone = zoneOf(...at);
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    const offsets = ['2027-01-15', '2027-07-15'].map((day) => format.format(new Date(day)).split(' ').at(-1));
    console.log(`  ${name}: ${timeZone}, in January ${offsets[0]}, in July ${offsets[1]}`);
  }
}
JS
node "$dir/find.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
Kyiv
  tz-lookup: Europe/Kiev, in January GMT+02:00, in July GMT+03:00
  @photostructure/tz-lookup: Europe/Kyiv, in January GMT+02:00, in July GMT+03:00
  geo-tz: Europe/Kyiv, in January GMT+02:00, in July GMT+03:00
Ciudad Juárez
  tz-lookup: America/Ojinaga, in January GMT-06:00, in July GMT-05:00
  @photostructure/tz-lookup: America/Ciudad_Juarez, in January GMT-07:00, in July GMT-06:00
  geo-tz: America/Ciudad_Juarez, in January GMT-07:00, in July GMT-06:00
Coyhaique
  tz-lookup: America/Santiago, in January GMT-03:00, in July GMT-04:00
  @photostructure/tz-lookup: America/Coyhaique, in January GMT-03:00, in July GMT-03:00
  geo-tz: America/Coyhaique, in January GMT-03:00, in July GMT-03:00
SEEN
