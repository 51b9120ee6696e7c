#!/bin/sh
# windows-iana with zones that were renamed or are new
#
# Guess: a package that converts names of zones for Outlook and Exchange knows those that Node itself lists or accepts,
#   under their old and new names: Europe/Kyiv (2022) as it knows Europe/Kiev, Asia/Kolkata as it knows Asia/Calcutta.
# What happens: it has no Windows zone for Europe/Kyiv, although it has one for Europe/Kiev, and none for
#   America/Ciudad_Juarez (2022), America/Coyhaique (2025) and Pacific/Kanton: an empty list, no error, so that an
#   invitation has no zone, or the default of the code that asks. Which name a user has depends on the browser: some list
#   Kiev, others Kyiv.
# Version: windows-iana 5.1.0, with the time zones of Node
# Output seen:
#   Asia/Calcutta: India Standard Time
#   Asia/Kolkata: India Standard Time
#   Europe/Kiev: FLE Standard Time
#   Europe/Kyiv: no Windows zone
#   America/Ciudad_Juarez: no Windows zone
#   America/Coyhaique: no Windows zone
#   Pacific/Kanton: no Windows zone
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" windows-iana@5.1.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { findIana, findWindows } from 'windows-iana';

const zones = ['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kiev', 'Europe/Kyiv'];
for (const zone of [...zones, 'America/Ciudad_Juarez', 'America/Coyhaique', 'Pacific/Kanton']) {
  new Intl.DateTimeFormat('en', { timeZone: zone }); // Node knows it.
  console.log(`${zone}: ${findWindows(zone).join(', ') || 'no Windows zone'}`);
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
Asia/Calcutta: India Standard Time
Asia/Kolkata: India Standard Time
Europe/Kiev: FLE Standard Time
Europe/Kyiv: no Windows zone
America/Ciudad_Juarez: no Windows zone
America/Coyhaique: no Windows zone
Pacific/Kanton: no Windows zone
SEEN
