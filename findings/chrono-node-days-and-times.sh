#!/bin/sh
# chrono-node with the days and times of programmes
#
# Guess: an en dash is as good as a hyphen in `June 5–6, 2027`, since it is in `5–6 June 2027` and in `14:30–15:15`. And
#   "from … to …" after a date is the time on that date in each language, as in English, German and French.
# What happens: with an en dash after an English month (the typographically correct form) only `June 5` is read: the last
#   day and the year are lost, and the date is in the year of today. In Spanish and Dutch the times become those of the
#   day of reading, in Dutch with start and end; the date gets noon. In Portuguese `às 14h30` is ignored, `às 14:30` is not.
# Version: chrono-node 2.10.3, read on 28 November 2026
# Output seen:
#   en June 5-6, 2027: 2027-06-05 to 2027-06-06
#   en June 5–6, 2027: 2026-06-05
#   en 5–6 June 2027: 2027-06-05 to 2027-06-06
#   de 5. Juni 2027 von 14:30 bis 15:15: 2027-06-05 14:30 to 2027-06-05 15:15
#   fr 5 juin 2027 de 14h30 à 15h15: 2027-06-05 14:30 to 2027-06-05 15:15
#   es 5 de junio de 2027 de 14:30 a 15:15: 2027-06-05, 2026-11-28 15:15
#   nl 5 juni 2027 van 14:30 tot 15:15: 2027-06-05, 2026-11-28 14:30 to 2026-11-28 15:15
#   pt 5 de junho de 2027 às 14:30: 2027-06-05 14:30
#   pt 5 de junho de 2027 às 14h30: 2027-06-05
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" chrono-node@2.10.3 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import * as chrono from 'chrono-node';

const today = { instant: new Date('2026-11-28T12:00:00Z'), timezone: 'UTC' };
const show = (at) => at.date().toISOString().slice(0, at.isCertain('hour') ? 16 : 10).replace('T', ' ');
for (const [language, text] of [
  ['en', 'June 5-6, 2027'],
  ['en', 'June 5–6, 2027'],
  ['en', '5–6 June 2027'],
  ['de', '5. Juni 2027 von 14:30 bis 15:15'],
  ['fr', '5 juin 2027 de 14h30 à 15h15'],
  ['es', '5 de junio de 2027 de 14:30 a 15:15'],
  ['nl', '5 juni 2027 van 14:30 tot 15:15'],
  ['pt', '5 de junho de 2027 às 14:30'],
  ['pt', '5 de junho de 2027 às 14h30'],
]) {
  const found = chrono[language].parse(text, today);
  const spans = found.map(({ start, end }) => (end ? `${show(start)} to ${show(end)}` : show(start)));
  console.log(`${language} ${text}: ${spans.join(', ')}`);
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
en June 5-6, 2027: 2027-06-05 to 2027-06-06
en June 5–6, 2027: 2026-06-05
en 5–6 June 2027: 2027-06-05 to 2027-06-06
de 5. Juni 2027 von 14:30 bis 15:15: 2027-06-05 14:30 to 2027-06-05 15:15
fr 5 juin 2027 de 14h30 à 15h15: 2027-06-05 14:30 to 2027-06-05 15:15
es 5 de junio de 2027 de 14:30 a 15:15: 2027-06-05, 2026-11-28 15:15
nl 5 juni 2027 van 14:30 tot 15:15: 2027-06-05, 2026-11-28 14:30 to 2026-11-28 15:15
pt 5 de junho de 2027 às 14:30: 2027-06-05 14:30
pt 5 de junho de 2027 às 14h30: 2027-06-05
SEEN
