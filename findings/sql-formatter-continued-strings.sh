#!/bin/sh
# sql-formatter with a string that goes on in the next line
#
# Guess: a formatter changes white space, not the meaning, and least of all makes valid SQL invalid. PostgreSQL joins two
#   strings with a line break between them (manual, 4.1.2.1), as migrations write long comments of columns.
# What happens: both strings land on one line, where they are a syntax error: a migration that ran does not run any more
#   once the editor, or prettier-plugin-sql, which uses sql-formatter, has formatted it. With a comment between the two
#   strings the line break stays.
# Version: sql-formatter 15.9.0, PostgreSQL 18.6 of @electric-sql/pglite 0.5.16
# Output seen:
#   comment on column talk.title is 'In the language of the talk, '
#     'at most 200 characters'
#     => done
#   comment on column talk.title is 'In the language of the talk, ' 'at most 200 characters'
#     => syntax error at or near "'at most 200 characters'"
#   comment on column talk.title is 'In the language of the talk, ' -- see the form
#     'at most 200 characters'
#     => done
#   comment on column talk.title is 'In the language of the talk, ' -- see the form
#   'at most 200 characters'
#     => done
#   18.6
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" sql-formatter@15.9.0 \
  @electric-sql/pglite@0.5.16 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/format.mjs" <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { format } from 'sql-formatter';

const database = await PGlite.create();
await database.exec('create table talk (title text)');
const result = async (sql) => {
  try {
    await database.exec(sql);
    return 'done';
  } catch ({ message }) {
    return message;
  }
};
const first = "comment on column talk.title is 'In the language of the talk,";
for (const sql of [`${first} '\n  'at most 200 characters'`, `${first} ' -- see the form\n  'at most 200 characters'`]) {
  const formatted = format(sql, { language: 'postgresql' });
  console.log(`${sql}\n  => ${await result(sql)}\n${formatted}\n  => ${await result(formatted)}`);
}
console.log((await database.query('show server_version')).rows[0].server_version);
JS
node "$dir/format.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
comment on column talk.title is 'In the language of the talk, '
  'at most 200 characters'
  => done
comment on column talk.title is 'In the language of the talk, ' 'at most 200 characters'
  => syntax error at or near "'at most 200 characters'"
comment on column talk.title is 'In the language of the talk, ' -- see the form
  'at most 200 characters'
  => done
comment on column talk.title is 'In the language of the talk, ' -- see the form
'at most 200 characters'
  => done
18.6
SEEN
