#!/bin/sh
# postgres (postgres.js) with a null in an array
#
# Guess: an array that PostgreSQL prints as `{t,NULL}` has the elements true and null, as pg reads it: the unquoted NULL is null
#   (PostgreSQL manual, 8.15.6), the quoted "NULL" is a text.
# What happens: postgres gives the four letters to the parser of the element's type. A vote that is not given becomes false, a
#   rating that is missing becomes NaN (null again in JSON, but not in sums), a time becomes an invalid Date, a text becomes
#   "NULL"; only jsonb raises an error. Null is what array_agg makes of a left join.
# Version: postgres 3.4.9, pg 8.23.1, PostgreSQL 18.6 of @electric-sql/pglite 0.5.16
# Output seen:
#   boolean[] {t,NULL}: postgres [ true, false ], pg [ true, null ]
#   int4[] {5,NULL}: postgres [ 5, NaN ], pg [ 5, null ]
#   timestamptz[] {NULL}: postgres [ Invalid Date ], pg [ null ]
#   text[] {a,NULL}: postgres [ 'a', 'NULL' ], pg [ 'a', null ]
#   text[] {a,b}: postgres [ 'a', 'b' ], pg [ 'a', 'b' ]
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --legacy-peer-deps --no-audit --no-fund --silent --prefix "$dir" postgres@3.4.9 pg@8.23.1 \
  @electric-sql/pglite@0.5.16 @electric-sql/pglite-socket@0.2.17 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { inspect } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';
import postgres from 'postgres';

const ARRAYS = ['boolean[] {t,NULL}', 'int4[] {5,NULL}', 'timestamptz[] {NULL}', 'text[] {a,NULL}', 'text[] {a,b}'];
const queries = ARRAYS.map((array) => array.split(' ')).map(([type, text]) => `SELECT '${text}'::${type} AS list`);

const server = new PGLiteSocketServer({ db: await PGlite.create(), host: '127.0.0.1', port: 0 });
let port;
server.addEventListener('listening', ({ detail }) => (port = detail.port));
await server.start();
const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable`;

const sql = postgres(url, { max: 1 });
const byPostgres = [];
for (const query of queries) byPostgres.push((await sql.unsafe(query))[0].list);
await sql.end();

const client = new pg.Client(url);
await client.connect();
const byPg = [];
for (const query of queries) byPg.push((await client.query(query)).rows[0].list);
await client.end();

ARRAYS.forEach((array, at) => console.log(`${array}: postgres ${inspect(byPostgres[at])}, pg ${inspect(byPg[at])}`));
await server.stop();
process.exit();
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
boolean[] {t,NULL}: postgres [ true, false ], pg [ true, null ]
int4[] {5,NULL}: postgres [ 5, NaN ], pg [ 5, null ]
timestamptz[] {NULL}: postgres [ Invalid Date ], pg [ null ]
text[] {a,NULL}: postgres [ 'a', 'NULL' ], pg [ 'a', null ]
text[] {a,b}: postgres [ 'a', 'b' ], pg [ 'a', 'b' ]
SEEN
