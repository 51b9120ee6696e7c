#!/bin/sh
# relayPagination of urql's graphcache with another page size, and with a list that has become shorter
#
# Guess: the list that it makes of all pages, and its pageInfo, belong together: if the last talk is there, there is no
#   next page. After a reload of the first page, which is now the only one, the talks that were removed are gone.
# What happens: pageInfo is that of the page that was asked for last. If all talks are loaded by threes, and another part
#   of the application asks for the first two, both have all six and `hasNextPage: true` with a cursor in their middle, so
#   "load more" goes on. After the reload the edges of the old later pages stay: `totalCount` is 1, but three talks are
#   shown, two of which are removed, and there is a next page.
# Version: @urql/exchange-graphcache 9.0.2, @urql/core 6.0.3, graphql 16.15.0
# Output seen:
#   by threes, then the first two
#     {"first":3}: abc of 6, next page after c
#     {"first":3,"after":"c"}: abcdef of 6, no next page
#     {"first":2}: abcdef of 6, next page after b
#   by twos, then the first page again when one talk is left
#     {"first":2}: ab of 6, next page after b
#     {"first":2,"after":"b"}: abcd of 6, next page after d
#     {"first":2}: acd of 1, next page after d
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" @urql/exchange-graphcache@9.0.2 \
  @urql/core@6.0.3 graphql@16.15.0 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/page.mjs" <<'JS'
import { createClient, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';

let talks;

/** What a service answers. */
function connection({ first, after }) {
  const from = after ? talks.indexOf(after) + 1 : 0;
  const page = talks.slice(from, from + first);
  const edges = page.map((id) => ({ __typename: 'Edge', node: { __typename: 'Talk', id } }));
  const hasNextPage = from + first < talks.length;
  const pageInfo = { __typename: 'PageInfo', hasNextPage, endCursor: page.at(-1) ?? null };
  return { data: { talks: { __typename: 'Talks', totalCount: talks.length, edges, pageInfo } } };
}
const query = `query ($first: Int!, $after: String) {
  talks(first: $first, after: $after) { totalCount edges { node { id } } pageInfo { hasNextPage endCursor } }
}`;
function start() {
  talks = ['a', 'b', 'c', 'd', 'e', 'f'];
  const resolvers = { Query: { talks: relayPagination() } };
  const keys = { Edge: () => null, PageInfo: () => null, Talks: () => null };
  const fetch = async (_, { body }) => Response.json(connection(JSON.parse(body).variables));
  const exchanges = [cacheExchange({ resolvers, keys }), fetchExchange];
  const client = createClient({ url: 'https://example.org/graphql', preferGetMethod: false, fetch, exchanges });
  return async (variables, requestPolicy = 'cache-first') => {
    const { data, error } = await client.query(query, variables, { requestPolicy }).toPromise();
    if (error) throw error;
    const { totalCount, edges, pageInfo } = data.talks;
    const shown = edges.map(({ node }) => node.id).join('');
    const next = pageInfo.hasNextPage ? `next page after ${pageInfo.endCursor}` : 'no next page';
    console.log(`  ${JSON.stringify(variables)}: ${shown} of ${totalCount}, ${next}`);
  };
}
console.log('by threes, then the first two');
let ask = start();
await ask({ first: 3 });
await ask({ first: 3, after: 'c' });
await ask({ first: 2 });
console.log('by twos, then the first page again when one talk is left');
ask = start();
await ask({ first: 2 });
await ask({ first: 2, after: 'b' });
talks = ['a'];
await ask({ first: 2 }, 'network-only');
JS
node "$dir/page.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
by threes, then the first two
  {"first":3}: abc of 6, next page after c
  {"first":3,"after":"c"}: abcdef of 6, no next page
  {"first":2}: abcdef of 6, next page after b
by twos, then the first page again when one talk is left
  {"first":2}: ab of 6, next page after b
  {"first":2,"after":"b"}: abcd of 6, next page after d
  {"first":2}: acd of 1, next page after d
SEEN
