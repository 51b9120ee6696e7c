#!/bin/sh
# @touch4it/ical-timezones beside the time zones of Node
#
# Guess: a package of VTIMEZONEs, one of the two that the manual of ical-generator names for this, knows the rules that Node
#   itself knows, at least those of several years ago.
# What happens: its newest release has the rules of before autumn 2022. A writer of calendars that takes the local time
#   from Node and the VTIMEZONE from the package says two things: 09:00 in Mexico City is 15:00 UTC for Node and for readers
#   that go by the name of the zone, 14:00 UTC for those that go by the definition in the file, such as ical.js.
# Version: @touch4it/ical-timezones 1.9.0, luxon 3.7.2, ical.js 2.2.1
# Output seen (09:00 on 1 July 2026):
#   America/Mexico_City: Node 15:00, the VTIMEZONE 14:00 (no summer time since 2022)
#   Africa/Cairo: Node 06:00, the VTIMEZONE 07:00 (summer time again since 2023)
#   Asia/Almaty: Node 04:00, the VTIMEZONE 03:00 (UTC+5 since March 2024)
#   Europe/Berlin: Node 07:00, the VTIMEZONE 07:00
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" @touch4it/ical-timezones@1.9.0 luxon@3.7.2 \
  ical.js@2.2.1 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import timezones from '@touch4it/ical-timezones';
import ICAL from 'ical.js';
import { DateTime } from 'luxon';

const byDefinition = (zone) => {
  const text = `BEGIN:VCALENDAR
${timezones.getVtimezoneComponent(zone).trim()}
BEGIN:VEVENT
UID:1
DTSTART;TZID=${zone}:20260701T090000
END:VEVENT
END:VCALENDAR`;
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
  return event.getFirstPropertyValue('dtstart').toJSDate();
};
const show = (date) => date.toISOString().slice(11, 16);
for (const [zone, note] of [
  ['America/Mexico_City', ' (no summer time since 2022)'],
  ['Africa/Cairo', ' (summer time again since 2023)'],
  ['Asia/Almaty', ' (UTC+5 since March 2024)'],
  ['Europe/Berlin', ''],
]) {
  const byNode = DateTime.fromISO('2026-07-01T09:00', { zone }).toJSDate();
  console.log(`${zone}: Node ${show(byNode)}, the VTIMEZONE ${show(byDefinition(zone))}${note}`);
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
America/Mexico_City: Node 15:00, the VTIMEZONE 14:00 (no summer time since 2022)
Africa/Cairo: Node 06:00, the VTIMEZONE 07:00 (summer time again since 2023)
Asia/Almaty: Node 04:00, the VTIMEZONE 03:00 (UTC+5 since March 2024)
Europe/Berlin: Node 07:00, the VTIMEZONE 07:00
SEEN
