#!/bin/sh
# graphql-relay with a cursor behind the end of a list that has become shorter
#
# Guess: a client that has read all talks and asks for those after its last cursor gets none, also if a talk was removed
#   from the list since: nothing comes after the end.
# What happens: connectionFromArray answers with the list from its start, and with hasNextPage: a client that polls for
#   what is new, or reads page after page while talks are removed, gets all talks again, and can go round without end. The
#   cursors are positions, and one that is no position of the list is ignored, as is one that is no cursor at all. (The
#   specification of connections leaves the list as it is if no edge has the cursor.) With the list unchanged the answer
#   is empty.
# Version: graphql-relay 0.11.0, graphql 16.15.0
# Output seen:
#   after the last talk: none; next page: false
#   the same after a talk was removed: Knots, Sails, Anchors; next page: true
#   with a cursor that is none: Ropes, Knots, Sails; next page: true
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" graphql-relay@0.11.0 graphql@16.15.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/page.mjs" <<'JS'
import { connectionFromArray } from 'graphql-relay';

const talks = ['Ropes', 'Knots', 'Sails', 'Anchors', 'Tides'];
const show = (name, { edges, pageInfo }) =>
  console.log(`${name}: ${edges.map(({ node }) => node).join(', ') || 'none'}; next page: ${pageInfo.hasNextPage}`);
const { endCursor } = connectionFromArray(talks, { first: 5 }).pageInfo;
show('after the last talk', connectionFromArray(talks, { first: 3, after: endCursor }));
show('the same after a talk was removed', connectionFromArray(talks.slice(1), { first: 3, after: endCursor }));
show('with a cursor that is none', connectionFromArray(talks, { first: 3, after: 'page 2' }));
JS
node "$dir/page.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
after the last talk: none; next page: false
the same after a talk was removed: Knots, Sails, Anchors; next page: true
with a cursor that is none: Ropes, Knots, Sails; next page: true
SEEN
