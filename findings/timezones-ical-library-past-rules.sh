#!/bin/sh
# timezones-ical-library with talks of past years
#
# Guess: a VTIMEZONE has the rules of the past as well (RFC 5545 §3.6.5: it must define all offsets of the times that refer
#   to it), at least of the last years: calendars keep the talks of earlier conferences.
# What happens: each has the rule of the package's release only, as if it held since 1970. Where a zone changed, the talks
#   from before move by an hour in readers that go by the definition in the file, whenever the package is updated:
#   Vancouver (no clock change since 2026), Mexico City (since 2022), Almaty (UTC+5 since March 2024).
# Version: timezones-ical-library 2.3.2, luxon 3.7.2, ical.js 2.2.1
# Output seen:
#   America/Vancouver 2025-01-15 09:00: Node 17:00, the VTIMEZONE 16:00
#   America/Mexico_City 2022-07-01 09:00: Node 14:00, the VTIMEZONE 15:00
#   Asia/Almaty 2023-07-01 09:00: Node 03:00, the VTIMEZONE 04:00
#   Europe/Berlin 2023-07-01 09:00: Node 07:00, the VTIMEZONE 07:00
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" timezones-ical-library@2.3.2 luxon@3.7.2 \
  ical.js@2.2.1 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import ICAL from 'ical.js';
import { DateTime } from 'luxon';
import { tzlib_get_ical_block as definitionOf } from 'timezones-ical-library';

for (const [zone, day] of [
  ['America/Vancouver', '2025-01-15'],
  ['America/Mexico_City', '2022-07-01'],
  ['Asia/Almaty', '2023-07-01'],
  ['Europe/Berlin', '2023-07-01'],
]) {
  const text = `BEGIN:VCALENDAR
${definitionOf(zone)[0].trim()}
BEGIN:VEVENT
UID:1
DTSTART;TZID=${zone}:${day.replaceAll('-', '')}T090000
END:VEVENT
END:VCALENDAR`;
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
  const byDefinition = event.getFirstPropertyValue('dtstart').toJSDate();
  const byNode = DateTime.fromISO(`${day}T09:00`, { zone }).toJSDate();
  const show = (date) => date.toISOString().slice(11, 16);
  console.log(`${zone} ${day} 09:00: Node ${show(byNode)}, the VTIMEZONE ${show(byDefinition)}`);
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
America/Vancouver 2025-01-15 09:00: Node 17:00, the VTIMEZONE 16:00
America/Mexico_City 2022-07-01 09:00: Node 14:00, the VTIMEZONE 15:00
Asia/Almaty 2023-07-01 09:00: Node 03:00, the VTIMEZONE 04:00
Europe/Berlin 2023-07-01 09:00: Node 07:00, the VTIMEZONE 07:00
SEEN
