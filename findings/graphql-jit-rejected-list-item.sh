#!/usr/bin/env bash
# A rejected item of a list makes the list of a compiled GraphQL query longer.
#
# Guess: a list of promises has as many items in the response as the resolver returned; an item that is rejected is null
#   at its own index, as the path of its error says.
# What happens: graphql-jit appends the null of a rejected item to the end of the list instead of assigning it to the
#   index. If later items have been resolved before, the list has an item too many, and the null at the end has no error;
#   the error's path names the hole that JSON shows as null. graphql-js returns three items.
# Version: graphql-jit 0.8.9, graphql 16.15.0
# Output seen: see `expected` below.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" graphql@16.15.0 graphql-jit@0.8.9 >/dev/null

cat >"$dir/run.cjs" <<'JS'
const { buildSchema, execute, parse } = require('graphql');
const { compileQuery } = require('graphql-jit');

const schema = buildSchema('type Query { lamps: [Lamp] } type Lamp { name: String }');
const slowly = (make) => new Promise((resolve, reject) => setTimeout(() => make(resolve, reject), 20));
schema.getQueryType().getFields().lamps.resolve = () => [
  { name: 'hall' },
  slowly((_, reject) => reject(new Error('broken'))),
  { name: 'porch' },
];
const document = parse('{ lamps { name } }');
const shown = ({ data, errors }) => `${JSON.stringify(data.lamps)} ${errors.map(({ path }) => path.join('.'))}`;

(async () => {
  console.log(`interpreted ${shown(await execute({ schema, document }))}`);
  console.log(`compiled    ${shown(await compileQuery(schema, document).query(undefined, {}, {}))}`);
})();
JS

expected='interpreted [{"name":"hall"},null,{"name":"porch"}] lamps.1
compiled    [{"name":"hall"},null,{"name":"porch"},null] lamps.1'

diff <(printf '%s\n' "$expected") <(cd "$dir" && node run.cjs) || exit 1
echo 'As recorded.'
