#!/bin/sh
# postgres-range with a range that ends at infinity
#
# Guess: a range that is parsed and serialized without a change is the same range to PostgreSQL.
# What happens: the bound `infinity` is taken for no bound at all. PostgreSQL distinguishes the two (manual, 8.17.4):
#   `[…,infinity)` has an upper bound, so that upper() is infinity, not null, and it does not contain infinity. So the row that
#   was read is not found again by its own range, and two ranges that were equal differ after one has been saved. Ranges
#   between dates, open ranges and empty ones survive.
# Version: postgres-range 1.1.4, PostgreSQL 18.6 of @electric-sql/pglite 0.5.16
# Output seen:
#   ["2027-06-05 09:00:00+00",infinity): written as ["2027-06-05 09:00:00+00",), equal false, upper infinity, then null
#   ["2027-06-05 09:00:00+00","2027-06-05 10:00:00+00"): written as the same, equal true, upper 2027-06-05 10:00:00+00, then 2027-06-05 10:00:00+00
#   ["2027-06-05 09:00:00+00",): written as the same, equal true, upper null, then null
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" postgres-range@1.1.4 @electric-sql/pglite@0.5.16 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { parse, serialize } from 'postgres-range';

const database = await PGlite.create();
const QUERY = `SELECT r.before = r.after AS equal, upper(r.before)::text AS was, upper(r.after)::text AS is
  FROM (SELECT $1::tstzrange AS before, $2::tstzrange AS after) r`;
for (const end of ["'infinity'", "'2027-06-05 10:00Z'", 'NULL']) {
  const { rows: ranges } = await database.query(`SELECT tstzrange('2027-06-05 09:00Z', ${end})::text AS text`);
  const [{ text }] = ranges;
  const written = serialize(parse(text));
  const { rows } = await database.query(QUERY, [text, written]);
  const [{ equal, was, is }] = rows;
  console.log(`${text}: written as ${written === text ? 'the same' : written}, equal ${equal}, upper ${was}, then ${is}`);
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
["2027-06-05 09:00:00+00",infinity): written as ["2027-06-05 09:00:00+00",), equal false, upper infinity, then null
["2027-06-05 09:00:00+00","2027-06-05 10:00:00+00"): written as the same, equal true, upper 2027-06-05 10:00:00+00, then 2027-06-05 10:00:00+00
["2027-06-05 09:00:00+00",): written as the same, equal true, upper null, then null
SEEN
