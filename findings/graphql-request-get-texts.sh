#!/bin/sh
# graphql-request over GET with texts in the query
#
# Guess: with `method: 'GET'` graphql-request may shorten the query as GraphQL allows (specification, 2.1: white space, commas and
#   comments between tokens are insignificant), but a text is a token: what stands between its quotation marks is sent as it is.
# What happens: commas, runs of white space and all from a `#` to the end of the line go wherever they stand. The search for
#   "slides, code" asks for "slides code", a block string loses its lines, and "C# and F#" loses the rest of the query, so that
#   the service reports a syntax error in a query that is right. Over POST, and in variables, the texts are whole.
# Version: graphql-request 7.4.0, graphql 16.15.0
# Output seen:
#   "slides, code" GET: "slides code"
#   "slides, code" POST: "slides, code"
#   "C# and F#" GET: Syntax Error: Unterminated string.
#   "C# and F#" POST: "C# and F#"
#   """Pros:\n- pace\n- demo""" GET: "Pros: - pace - demo"
#   """Pros:\n- pace\n- demo""" POST: "Pros:\n- pace\n- demo"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" graphql-request@7.4.0 graphql@16.15.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/send.mjs" <<'JS'
import { parse } from 'graphql';
import { GraphQLClient } from 'graphql-request';

const read = (query) => {
  try {
    return JSON.stringify(parse(query).definitions[0].selectionSet.selections[0].arguments[0].value.value);
  } catch (error) {
    return error.message;
  }
};
let sent;
const fetch = async (url, { body }) => {
  sent = body ? JSON.parse(body).query : new URL(url).searchParams.get('query');
  return Response.json({ data: { comments: [] } });
};
for (const text of ['"slides, code"', '"C# and F#"', '"""Pros:\n- pace\n- demo"""']) {
  for (const method of ['GET', 'POST']) {
    const client = new GraphQLClient('https://feedback.example.org/graphql', { fetch, method });
    await client.request(`query { comments(search: ${text}) { id } }`);
    console.log(`${text.replaceAll('\n', '\\n')} ${method}: ${read(sent)}`);
  }
}
JS
node "$dir/send.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
"slides, code" GET: "slides code"
"slides, code" POST: "slides, code"
"C# and F#" GET: Syntax Error: Unterminated string.
"C# and F#" POST: "C# and F#"
"""Pros:\n- pace\n- demo""" GET: "Pros: - pace - demo"
"""Pros:\n- pace\n- demo""" POST: "Pros:\n- pace\n- demo"
SEEN
