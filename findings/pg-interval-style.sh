#!/bin/sh
# pg (node-postgres) with intervals of another style, or without end
#
# Guess: pg reads an interval whatever `intervalstyle` the database or role has set, since it reads each DateStyle that sorts by
#   year; or it raises an error. And the infinite interval, new in PostgreSQL 17, is marked as such.
# What happens: only the style "postgres" is read. In the other styles a length is an empty object, which is zero: its toISO
#   is `P0Y0M0DT0H0M0S`; so are infinite ones. The newest version of its parser, postgres-interval 4.1.0, makes 30 months of
#   the verbose `1 hour 30 mins`, and loses the day of sql_standard. Set the style per connection, or read seconds.
# Version: pg 8.23.1, postgres-interval 4.1.0, PostgreSQL 18.6 of @electric-sql/pglite 0.5.16
# Output seen:
#   postgres "1 day 01:30:00": pg {"days":1,"hours":1,"minutes":30}, postgres-interval P1DT1H30M
#   iso_8601 "P1DT1H30M": pg {}, postgres-interval PT0S
#   postgres_verbose "@ 1 day 1 hour 30 mins": pg {}, postgres-interval P30M1D
#   sql_standard "1 1:30:00": pg {}, postgres-interval PT1H30M
#   postgres "infinity": pg {}, postgres-interval PT0S
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" pg@8.23.1 postgres-interval@4.1.0 \
  @electric-sql/pglite@0.5.16 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import * as newest from 'postgres-interval';

const INTERVAL = 1186;
const byPg = pg.types.getTypeParser(INTERVAL);
const byNewest = newest.default.default ?? newest.default;
const database = await PGlite.create();
async function show(style, length) {
  await database.exec(`SET intervalstyle = '${style}'`);
  const { rows } = await database.query(`SELECT '${length}'::interval::text AS text`);
  const [{ text }] = rows;
  const seen = `pg ${JSON.stringify(byPg(text))}, postgres-interval ${byNewest(text).toISOStringShort()}`;
  console.log(`${style} ${JSON.stringify(text)}: ${seen}`);
}
for (const style of ['postgres', 'iso_8601', 'postgres_verbose', 'sql_standard']) await show(style, '1 day 90 minutes');
await show('postgres', 'infinity');
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
postgres "1 day 01:30:00": pg {"days":1,"hours":1,"minutes":30}, postgres-interval P1DT1H30M
iso_8601 "P1DT1H30M": pg {}, postgres-interval PT0S
postgres_verbose "@ 1 day 1 hour 30 mins": pg {}, postgres-interval P30M1D
sql_standard "1 1:30:00": pg {}, postgres-interval PT1H30M
postgres "infinity": pg {}, postgres-interval PT0S
SEEN
