#!/bin/sh
# A subscription of graphql-sse that the server refuses with 400
#
# Guess: only lost connections and statuses that can pass, such as 503, are retried; a 400 is reported at once.
# What happens: every status but 2xx is a network error, so the refused request is sent five more times with growing
#   pauses, about 40 s in all, before the subscriber hears of it. With `retryAttempts: Infinity` it never does. The body,
#   with the errors of the service, is not read.
# Version: graphql-sse 2.6.1, graphql 16.12.0
# Output seen:
#   error NetworkError Server responded with 400: Bad Request
#   requests 6
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" graphql-sse@2.6.1 graphql@16.12.0 >"$dir/npm.log" 2>&1 ||
  { cat "$dir/npm.log"; exit 1; }
cat >"$dir/refuse.mjs" <<'JS'
import { createServer } from 'node:http';
import { createClient } from 'graphql-sse';

let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  request.resume();
  response.writeHead(400, { 'Content-Type': 'application/json' });
  response.end('{"errors":[{"message":"Cannot query field \\"nothing\\""}]}');
});
server.listen(0, '127.0.0.1', () => {
  // The default number of attempts, without its pauses.
  const client = createClient({ url: `http://127.0.0.1:${server.address().port}/graphql`, retry: async () => {} });
  const end = (...words) => {
    console.log(...words);
    console.log('requests', requests);
    process.exit();
  };
  client.subscribe(
    { query: 'subscription { nothing }' },
    { next: (result) => console.log('next', JSON.stringify(result)), error: ({ name, message }) => end('error', name, message), complete: () => end('complete') },
  );
});
JS
node "$dir/refuse.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
error NetworkError Server responded with 400: Bad Request
requests 6
SEEN
