#!/bin/sh
# pg-mem, in place of PostgreSQL in tests, with nulls, ends of months and escaped underscores
#
# Guess: what the emulation does not know is refused ("not supported"), as it says for window functions; what it executes, it
#   executes as PostgreSQL does.
# What happens: NOT IN over a list or a subquery with a null is true, where PostgreSQL has no row at all, so that the test of the
#   classic trap passes. greatest and least with a null are null. 31 January plus a month is 2 March. LIKE knows no
#   backslash before an underscore, so a search for `q_1` finds nothing. None of these raises an error. Sorting and IN with
#   nulls are as in PostgreSQL.
# Version: pg-mem 3.0.14, PostgreSQL 18.6 of @electric-sql/pglite 0.5.16
# Output seen:
#   talks of hosts who are not banned: PostgreSQL [], pg-mem [1,2]
#   greatest(1, null, 3): PostgreSQL [3], pg-mem [null]
#   a month after 31 January: PostgreSQL ["2027-02-28"], pg-mem ["2027-03-02"]
#   the code q_1: PostgreSQL [true], pg-mem [false]
#   talks of hosts who are banned: PostgreSQL [3], pg-mem [3]
#   talks by rating, best first: PostgreSQL [2,3,1], pg-mem [2,3,1]
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" pg-mem@3.0.14 @electric-sql/pglite@0.5.16 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/ask.mjs" <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { newDb } from 'pg-mem';

process.env.TZ = 'UTC';
const TABLES = [
  'CREATE TABLE talk (id int, host int, rating int)',
  'CREATE TABLE ban (host int)',
  'INSERT INTO talk VALUES (1, 10, 3), (2, 11, NULL), (3, 12, 5)',
  'INSERT INTO ban VALUES (12), (NULL)',
];
const QUERIES = {
  'talks of hosts who are not banned': 'SELECT id AS v FROM talk WHERE host NOT IN (SELECT host FROM ban) ORDER BY id',
  'greatest(1, null, 3)': 'SELECT greatest(1, NULL, 3) AS v',
  'a month after 31 January': `SELECT date '2027-01-31' + interval '1 month' AS v`,
  'the code q_1': String.raw`SELECT 'q_1' LIKE 'q\_1' AS v`,
  'talks of hosts who are banned': 'SELECT id AS v FROM talk WHERE host IN (SELECT host FROM ban) ORDER BY id',
  'talks by rating, best first': 'SELECT id AS v FROM talk ORDER BY rating DESC',
};
const real = await PGlite.create();
const emulated = new (newDb().adapters.createPg().Client)();
const shown = ({ rows }) => JSON.stringify(rows.map(({ v }) => (v instanceof Date ? v.toISOString().slice(0, 10) : v)));
for (const statement of TABLES) await Promise.all([real.query(statement), emulated.query(statement)]);
for (const [name, query] of Object.entries(QUERIES)) {
  console.log(`${name}: PostgreSQL ${shown(await real.query(query))}, pg-mem ${shown(await emulated.query(query))}`);
}
JS
node "$dir/ask.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
talks of hosts who are not banned: PostgreSQL [], pg-mem [1,2]
greatest(1, null, 3): PostgreSQL [3], pg-mem [null]
a month after 31 January: PostgreSQL ["2027-02-28"], pg-mem ["2027-03-02"]
the code q_1: PostgreSQL [true], pg-mem [false]
talks of hosts who are banned: PostgreSQL [3], pg-mem [3]
talks by rating, best first: PostgreSQL [2,3,1], pg-mem [2,3,1]
SEEN
