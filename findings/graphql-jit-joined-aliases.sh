#!/usr/bin/env bash
# Compiled GraphQL hands a resolver the selection of another field, if aliases with underscores join to equal paths.
#
# Guess: the resolve info of a field describes that field, whatever the aliases of a query are: `b_c` in `a` and `b` in
#   `c_a` are two fields. A resolver that looks ahead (which columns to read, whether to count) may rely on it.
# What happens: graphql-jit stores the info of each field under its response path, reversed and joined by `_`, so that
#   both are `b_c_a`. The field that is compiled last gives both resolvers its own `fieldNodes`; without the underscore
#   in the aliases, and in graphql-js, each resolver gets its own. No error is raised, and validation passes.
# Version: graphql-jit 0.8.9, graphql 16.15.0
# Output seen: see `expected` below.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" graphql@16.15.0 graphql-jit@0.8.9 >/dev/null

cat >"$dir/run.cjs" <<'JS'
const { buildSchema, execute, parse, validate } = require('graphql');
const { compileQuery } = require('graphql-jit');

const schema = buildSchema('type Query { shelf: Shelf } type Shelf { box: Box } type Box { asked: String height: Int width: Int }');
const { Query, Shelf } = schema.getTypeMap();
Query.getFields().shelf.resolve = () => ({});
// What a look-ahead sees.
Shelf.getFields().box.resolve = (_, __, ___, { fieldNodes }) => ({
  asked: fieldNodes.flatMap(({ selectionSet }) => selectionSet.selections.map(({ name }) => name.value)).join(' '),
  height: 1,
  width: 2,
});

for (const [outer, inner] of [['c_a', 'b_c'], ['ca', 'bc']]) {
  const document = parse(`{ a: shelf { ${inner}: box { asked height } } ${outer}: shelf { b: box { asked width } } }`);
  if (validate(schema, document).length > 0) throw new Error('The query is not valid');
  console.log(`interpreted ${JSON.stringify(execute({ schema, document }).data)}`);
  console.log(`compiled    ${JSON.stringify(compileQuery(schema, document).query(undefined, {}, {}).data)}`);
}
JS

expected='interpreted {"a":{"b_c":{"asked":"asked height","height":1}},"c_a":{"b":{"asked":"asked width","width":2}}}
compiled    {"a":{"b_c":{"asked":"asked width","height":1}},"c_a":{"b":{"asked":"asked width","width":2}}}
interpreted {"a":{"bc":{"asked":"asked height","height":1}},"ca":{"b":{"asked":"asked width","width":2}}}
compiled    {"a":{"bc":{"asked":"asked height","height":1}},"ca":{"b":{"asked":"asked width","width":2}}}'

diff <(printf '%s\n' "$expected") <(cd "$dir" && node run.cjs) || exit 1
echo 'As recorded.'
