#!/bin/sh
# urql and a comment in a block string whose later lines are indented
#
# Guess: a block string of a GraphQL document is a text like any other. urql may change the white space of a document, but not
#   the text: graphql-js and the server read `Works:`, an empty line and the indented line.
# What happens: the parser of urql (@0no-co/graphql.web) looks for indented lines to find the first and the last line that is
#   not empty, and drops the lines before and after. Since urql sends the parsed document, the service saves the middle of the
#   comment, without an error. Texts without indented lines are whole, and so are texts in variables.
# Version: @urql/core 6.0.3, @0no-co/graphql.web 1.3.4, graphql 16.15.0
# Output seen:
#   graphql-js reads "Works:\n\n    npm test\n\nThanks!", urql sends "npm test"
#   graphql-js reads "Pros:\n  - the slides\n  - the demo", urql sends "- the slides\n- the demo"
#   graphql-js reads "Works:\n\nnpm test", urql sends "Works:\n\nnpm test"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" @urql/core@6.0.3 @0no-co/graphql.web@1.3.4 \
  graphql@16.15.0 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/send.mjs" <<'JS'
import { Client, fetchExchange } from '@urql/core';
import { parse } from 'graphql';

const textOf = (document) => JSON.stringify(parse(document).definitions[0].selectionSet.selections[0].arguments[0].value.value);
let sent;
const fetch = async (_, { body }) => {
  sent = JSON.parse(body).query;
  return Response.json({ data: { comment: null } });
};
const client = new Client({ url: 'https://feedback.example.org/graphql', fetch, exchanges: [fetchExchange], preferGetMethod: false });
for (const text of ['Works:\n\n    npm test\n\nThanks!', 'Pros:\n  - the slides\n  - the demo', 'Works:\n\nnpm test']) {
  const document = `mutation { comment(text: """\n${text}\n""") { id } }`;
  await client.mutation(document, {}).toPromise();
  console.log(`graphql-js reads ${textOf(document)}, urql sends ${textOf(sent)}`);
}
JS
node "$dir/send.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
graphql-js reads "Works:\n\n    npm test\n\nThanks!", urql sends "npm test"
graphql-js reads "Pros:\n  - the slides\n  - the demo", urql sends "- the slides\n- the demo"
graphql-js reads "Works:\n\nnpm test", urql sends "Works:\n\nnpm test"
SEEN
