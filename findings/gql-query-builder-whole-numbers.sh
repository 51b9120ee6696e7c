#!/bin/sh
# gql-query-builder with a rating that is a whole number
#
# Guess: the variable of an argument of type Float accepts 4 as it accepts 4.5: JSON does not distinguish them, and GraphQL
#   coerces whole numbers to Float.
# What happens: the type of the variable is declared by the value: `$rating: Float` for 4.5 and `$rating: Int` for 4, which
#   may not be used where a Float is expected (GraphQL specification, 5.8.5). So a form works until a rating is whole, and is
#   refused by validation then. With `{ value, type }` for each argument both pass.
# Version: gql-query-builder 3.8.0, graphql 16.15.0
# Output seen:
#   4.5: mutation ($rating: Float) executed
#   4: mutation ($rating: Int) Variable "$rating" of type "Int" used in position expecting type "Float".
#   {"value":4,"type":"Float"}: mutation ($rating: Float) executed
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" gql-query-builder@3.8.0 graphql@16.15.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/rate.cjs" <<'JS'
const { mutation } = require('gql-query-builder');
const { buildSchema, graphqlSync } = require('graphql');

const schema = buildSchema('type Query { talks: Int } type Mutation { rate(rating: Float): Float }');
for (const rating of [4.5, 4, { value: 4, type: 'Float' }]) {
  const { query, variables } = mutation({ operation: 'rate', variables: { rating } });
  const { errors } = graphqlSync({ schema, source: query, variableValues: variables });
  console.log(`${JSON.stringify(rating)}: ${query.split('{')[0].trim()} ${errors?.[0].message ?? 'executed'}`);
}
JS
node "$dir/rate.cjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
4.5: mutation ($rating: Float) executed
4: mutation ($rating: Int) Variable "$rating" of type "Int" used in position expecting type "Float".
{"value":4,"type":"Float"}: mutation ($rating: Float) executed
SEEN
