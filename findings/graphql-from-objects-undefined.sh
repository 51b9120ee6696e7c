#!/bin/sh
# json-to-graphql-query and typed-graphqlify with arguments that are undefined, and with a Date
#
# Guess: an argument that is undefined is left out, as JSON.stringify, and so each client with variables, leaves it out; a
#   Date is the text of ISO 8601, as in JSON.
# What happens: both write the word `undefined`, which GraphQL reads as a value of an enum: the service refuses a filter
#   that was not set, with an error about a type that the application does not use. A Date is written as `{}`, an empty
#   input object. So a form works as long as all its fields are filled in. null is right; send variables, or remove the
#   members before.
# Version: json-to-graphql-query 2.3.0, typed-graphqlify 3.1.6, graphql 16.15.0
# Output seen:
#   json-to-graphql-query
#     query { talks (day: 2) }: accepted
#     query { talks (day: null) }: accepted
#     query { talks (day: undefined) }: Int cannot represent non-integer value: undefined
#     query { talks (from: {}) }: accepted
#   typed-graphqlify
#     query{talks(day:2)}: accepted
#     query{talks(day:null)}: accepted
#     query{talks(day:undefined)}: Int cannot represent non-integer value: undefined
#     query{talks(from:{})}: accepted
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" json-to-graphql-query@2.3.0 \
  typed-graphqlify@3.1.6 graphql@16.15.0 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/ask.mjs" <<'JS'
import { buildSchema, graphqlSync } from 'graphql';
import json from 'json-to-graphql-query';
import { params, query, types } from 'typed-graphqlify';

const schema = buildSchema('scalar DateTime type Query { talks(day: Int, from: DateTime): String }');
const builders = {
  'json-to-graphql-query': (filters) => json.jsonToGraphQLQuery({ query: { talks: { __args: filters } } }),
  'typed-graphqlify': (filters) => query({ talks: params(filters, types.string) }).toString(),
};
for (const [name, build] of Object.entries(builders)) {
  console.log(name);
  for (const filters of [{ day: 2 }, { day: null }, { day: undefined }, { from: new Date('2027-06-05T09:00:00Z') }]) {
    const source = build(filters);
    const { errors } = graphqlSync({ schema, source });
    console.log(`  ${source}: ${errors?.[0].message ?? 'accepted'}`);
  }
}
JS
node "$dir/ask.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
json-to-graphql-query
  query { talks (day: 2) }: accepted
  query { talks (day: null) }: accepted
  query { talks (day: undefined) }: Int cannot represent non-integer value: undefined
  query { talks (from: {}) }: accepted
typed-graphqlify
  query{talks(day:2)}: accepted
  query{talks(day:null)}: accepted
  query{talks(day:undefined)}: Int cannot represent non-integer value: undefined
  query{talks(from:{})}: accepted
SEEN
