#!/usr/bin/env bash
# An optional variable that is not given becomes null inside a literal input object of a compiled GraphQL query.
#
# Guess: `save(input: { note: $note, size: $size })` without the variables is the same as `save(input: {})`: a member
#   whose variable is absent is absent, or has its default value (GraphQL specification, Input Objects, Input Coercion).
#   A mutation with the rule "omitted: unchanged, null: removed" relies on it.
# What happens: graphql-jit passes null for both members, also where the input type declares a default value; so an edit
#   without a value removes the stored one. As an argument of its own, outside an object, an absent variable stays absent.
# Version: graphql-jit 0.8.9, graphql 16.15.0
# Output seen: see `expected` below.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" graphql@16.15.0 graphql-jit@0.8.9 >/dev/null

cat >"$dir/run.cjs" <<'JS'
const { buildSchema, execute, parse, validate } = require('graphql');
const { compileQuery } = require('graphql-jit');

const schema = buildSchema(
  'input Edit { note: String size: Int = 3 } type Query { save(input: Edit): String keep(note: String): String }',
);
for (const field of Object.values(schema.getQueryType().getFields())) field.resolve = (_, args) => JSON.stringify(args);
const document = parse(
  'query ($note: String, $size: Int) { save(input: { note: $note, size: $size }) keep(note: $note) }',
);
if (validate(schema, document).length > 0) throw new Error('The query is not valid');
const shown = ({ data: { save, keep } }) => `${save} ${keep}`;
console.log(`interpreted ${shown(execute({ schema, document }))}`);
console.log(`compiled    ${shown(compileQuery(schema, document).query(undefined, {}, {}))}`);
JS

expected='interpreted {"input":{"size":3}} {}
compiled    {"input":{"note":null,"size":null}} {}'

diff <(printf '%s\n' "$expected") <(cd "$dir" && node run.cjs) || exit 1
echo 'As recorded.'
