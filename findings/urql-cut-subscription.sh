#!/bin/sh
# A subscription of urql over fetch whose connection is cut
#
# Guess: a stream that is cut before its `complete` event is an error: the client reconnects, or the result has an error.
# What happens: urql reports a last result without an error and with `hasNext: false`, as after a regular end, and asks
#   for nothing more. A live view shows old data for ever, and cannot know it.
# Version: @urql/core 6.0.3, graphql 16.12.0
# Output seen:
#   data {"tick":1} error none hasNext true
#   data {"tick":1} error none hasNext false
#   requests 1
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" @urql/core@6.0.3 graphql@16.12.0 >"$dir/npm.log" 2>&1 ||
  { cat "$dir/npm.log"; exit 1; }
cat >"$dir/cut.mjs" <<'JS'
import { createServer } from 'node:http';
import { Client, fetchExchange, gql } from '@urql/core';

let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  request.resume();
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write('event: next\ndata: {"data":{"tick":1},"hasNext":true}\n\n');
  // As a restart does: the stream ends without the event `complete`.
  setTimeout(() => response.end(), 300);
});
server.listen(0, '127.0.0.1', () => {
  const client = new Client({
    url: `http://127.0.0.1:${server.address().port}/graphql`,
    preferGetMethod: false,
    fetchSubscriptions: true,
    exchanges: [fetchExchange],
  });
  client.subscription(gql('subscription { tick }'), {}).subscribe(({ data, error, hasNext }) => {
    console.log('data', JSON.stringify(data), 'error', error?.message ?? 'none', 'hasNext', hasNext);
  });
  setTimeout(() => {
    console.log('requests', requests);
    process.exit();
  }, 4_000);
});
JS
node "$dir/cut.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
data {"tick":1} error none hasNext true
data {"tick":1} error none hasNext false
requests 1
SEEN
