#!/bin/sh
# slonik with negative intervals, and with months
#
# Guess: slonik reads an interval as the number of its seconds: -15 minutes, when a reminder is due, are -900. A month may be any
#   fixed length, such as the 30 days of PostgreSQL.
# What happens: it goes through ISO 8601 and two other packages, and each negative part becomes zero: -15 minutes, -2 hours
#   and -1 day are 0, a day less 15 minutes is a day. A month is that of the day of reading: 31 days in January, 28 in February,
#   for the same row. Positive days and times are right, and so is what sql.interval writes. Let PostgreSQL extract the epoch.
# Version: slonik 49.10.9 with iso8601-duration 2.1.4 and postgres-interval 4.1.0, PostgreSQL 18.6 of @electric-sql/pglite 0.5.16
# Output seen:
#   01:30:00: PostgreSQL 5400, slonik 5400
#   -00:15:00: PostgreSQL -900, slonik 0
#   -1 days: PostgreSQL -86400, slonik 0
#   1 day -00:15:00: PostgreSQL 85500, slonik 86400
#   1 mon, read on 2027-01-01: PostgreSQL 2592000, slonik 2678400
#   1 mon, read on 2027-02-01: PostgreSQL 2592000, slonik 2419200
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" slonik@49.10.9 iso8601-duration@2.1.4 \
  postgres-interval@4.1.0 @electric-sql/pglite@0.5.16 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { mock } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { createIntervalTypeParser } from 'slonik';

process.env.TZ = 'UTC';
const { parse } = createIntervalTypeParser();
const database = await PGlite.create();
async function show(length, day) {
  const query = 'SELECT $1::interval::text AS text, extract(epoch FROM $1::interval)::int AS seconds';
  const { rows } = await database.query(query, [length]);
  const [{ text, seconds }] = rows;
  if (day !== undefined) mock.timers.enable({ apis: ['Date'], now: new Date(day) });
  console.log(`${text}${day ? `, read on ${day}` : ''}: PostgreSQL ${seconds}, slonik ${parse(text)}`);
  mock.timers.reset();
}
for (const length of ['90 minutes', '-15 minutes', '-1 day', '1 day -15 minutes']) await show(length);
for (const day of ['2027-01-01', '2027-02-01']) await show('1 month', day);
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
01:30:00: PostgreSQL 5400, slonik 5400
-00:15:00: PostgreSQL -900, slonik 0
-1 days: PostgreSQL -86400, slonik 0
1 day -00:15:00: PostgreSQL 85500, slonik 86400
1 mon, read on 2027-01-01: PostgreSQL 2592000, slonik 2678400
1 mon, read on 2027-02-01: PostgreSQL 2592000, slonik 2419200
SEEN
