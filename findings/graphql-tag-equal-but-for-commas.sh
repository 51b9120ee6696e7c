#!/bin/sh
# graphql-tag (gql of Apollo Client) with literals that differ in a comma or a line break
#
# Guess: two documents with different strings are two documents. Commas and line breaks are ignored between the tokens of
#   GraphQL, not inside a string (GraphQL specification, 2.1.5 and 2.9.4).
# What happens: gql remembers documents by their source, in which each run of white space and commas, also inside strings, is
#   one space. Of `"Rooms A, B and C"` and `"Rooms A B and C"` both become whichever the process has seen first: the second
#   query or mutation is answered for the text of the first. Block strings lose their line breaks in the same way. Variables
#   are not concerned.
# Version: graphql-tag 2.12.7, graphql 16.15.0
# Output seen:
#   gql: "Rooms A, B and C", then "Rooms A, B and C"
#   parse: "Rooms A, B and C", then "Rooms A B and C"
#   gql: "First point\nSecond point", then "First point\nSecond point"
#   parse: "First point\nSecond point", then "First point Second point"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" graphql-tag@2.12.7 graphql@16.15.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { parse } from 'graphql';
import { gql } from 'graphql-tag';

const commentOf = (text) => `mutation { commentOnTalk(id: 7, text: """${text}""") { id } }`;
const textOf = (document) => JSON.stringify(document.definitions[0].selectionSet.selections[0].arguments[1].value.value);
for (const pair of [
  ['Rooms A, B and C', 'Rooms A B and C'],
  ['First point\nSecond point', 'First point Second point'],
]) {
  for (const [name, read] of Object.entries({ gql, parse })) {
    console.log(`${name}: ${pair.map((text) => textOf(read(commentOf(text)))).join(', then ')}`);
  }
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
gql: "Rooms A, B and C", then "Rooms A, B and C"
parse: "Rooms A, B and C", then "Rooms A B and C"
gql: "First point\nSecond point", then "First point\nSecond point"
parse: "First point\nSecond point", then "First point Second point"
SEEN
