#!/bin/sh
# Errors of merged types behind a stitched GraphQL schema
#
# Guess: the path of an error is that of the gateway's response, with the index of the list and the alias of the client
#   (GraphQL specification, 7.1.6: the path of the response field), as it is when the service is asked by itself. Clients find
#   the missing rating by it.
# What happens: with types merged by key, the path of an error lacks the index: `talks.rating` in place of `talks.1.rating`,
#   which is no place in the response. If a query selects the list twice by aliases, both errors have the path of the first;
#   the null of the second has no error. For a schema that is merely wrapped the paths are right.
# Version: @graphql-tools/stitch 10.3.1, @graphql-tools/schema 10.1.5, graphql 16.15.0
# Output seen:
#   ratings by themselves: {"list":[{"score":5},{"score":null},{"score":4}]} list.1.score
#   stitched: {"list":[{"score":5},{"score":null},{"score":4}]} list.score
#   stitched, twice: {"a":[{"rating":5},{"rating":null},{"rating":4}],"b":[{"rating":5},{"rating":null},{"rating":4}]} a.rating a.rating
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" @graphql-tools/stitch@10.3.1 \
  @graphql-tools/delegate@12.3.3 @graphql-tools/batch-delegate@10.1.0 @graphql-tools/schema@10.1.5 graphql@16.15.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/ask.mjs" <<'JS'
import { makeExecutableSchema } from '@graphql-tools/schema';
import { stitchSchemas } from '@graphql-tools/stitch';
import { graphql } from 'graphql';

const talks = makeExecutableSchema({
  typeDefs: 'type Query { talks: [Talk] } type Talk { id: ID! }',
  resolvers: { Query: { talks: () => [{ id: 1 }, { id: 2 }, { id: 3 }] } },
});
const ratings = makeExecutableSchema({
  typeDefs: 'type Query { ratedTalks(ids: [ID!]!): [Talk] } type Talk { id: ID! rating: Int }',
  resolvers: {
    Query: { ratedTalks: (_, { ids }) => ids.map((id) => ({ id })) },
    Talk: {
      rating: ({ id }) => {
        if (id === '2') throw new Error('The ratings of talk 2 are hidden.');
        return { 1: 5, 3: 4 }[id];
      },
    },
  },
});
const merge = {
  Talk: { selectionSet: '{ id }', fieldName: 'ratedTalks', key: ({ id }) => id, argsFromKeys: (ids) => ({ ids }) },
};
const stitched = stitchSchemas({ subschemas: [{ schema: talks }, { schema: ratings, merge }] });

async function show(name, schema, source) {
  const { data, errors } = await graphql({ schema, source });
  console.log(`${name}: ${JSON.stringify(data)} ${errors.map(({ path }) => path.join('.')).join(' ')}`);
}
await show('ratings by themselves', ratings, '{ list: ratedTalks(ids: [1, 2, 3]) { score: rating } }');
await show('stitched', stitched, '{ list: talks { score: rating } }');
await show('stitched, twice', stitched, '{ a: talks { rating } b: talks { rating } }');
JS
node "$dir/ask.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
ratings by themselves: {"list":[{"score":5},{"score":null},{"score":4}]} list.1.score
stitched: {"list":[{"score":5},{"score":null},{"score":4}]} list.score
stitched, twice: {"a":[{"rating":5},{"rating":null},{"rating":4}],"b":[{"rating":5},{"rating":null},{"rating":4}]} a.rating a.rating
SEEN
