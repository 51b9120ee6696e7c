#!/bin/sh
# undici's cache after a 304 that says how long it holds
#
# Guess: a 304 renews the stored response (RFC 9111, 4.3.4): a reader that polls a feed loads it once, and asks with
#   If-None-Match from then on, or not at all while a 304 with `max-age=60` is fresh. A 304 has the Cache-Control that the 200
#   would have had (RFC 9110, 15.4.5: it must), so this is the usual case.
# What happens: undici's cache interceptor answers from the store, and deletes it if the 304 has a Cache-Control, even the same
#   one. So the next request has no If-None-Match and loads the whole feed: every second poll. A max-age of the 304 has no
#   effect. A 304 without Cache-Control keeps the store. got does as guessed.
# Version: undici 8.13.1 (7.30.2 is equal), got 14.6.6
# Output seen:
#   200 max-age=0, 304 max-age=0
#     undici: 200 304 200 304 200 304
#     got: 200 304 304 304 304 304
#   200 max-age=0, 304 max-age=60
#     undici: 200 304 200 304 200 304
#     got: 200 304
#   200 no-cache, 304 no-cache
#     undici: 200 304 200 304 200 304
#     got: 200 304 304 304 304 304
#   200 max-age=0, 304 without
#     undici: 200 304 304 304 304 304
#     got: 200 304 304 304 304 304
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" undici@8.13.1 got@14.6.6 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/poll.mjs" <<'JS'
import { createServer } from 'node:http';
import got from 'got';
import { Agent, interceptors, request } from 'undici';

let control;
let answers;
const server = createServer(({ headers }, response) => {
  const status = headers['if-none-match'] === '"v1"' ? 304 : 200;
  answers.push(status);
  response.writeHead(status, { ETag: '"v1"', ...(control[status] && { 'Cache-Control': control[status] }) });
  response.end(status === 200 ? 'the feed' : undefined);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}/feed`;

const dispatchers = [];
const readers = {
  undici: () => {
    const dispatcher = new Agent().compose(interceptors.cache());
    dispatchers.push(dispatcher);
    return async () => (await request(url, { dispatcher })).body.text();
  },
  got: () => {
    const cache = new Map();
    return () => got(url, { cache }).text();
  },
};
for (control of [
  { 200: 'max-age=0', 304: 'max-age=0' },
  { 200: 'max-age=0', 304: 'max-age=60' },
  { 200: 'no-cache', 304: 'no-cache' },
  { 200: 'max-age=0' },
]) {
  console.log(`200 ${control[200]}, 304 ${control[304] ?? 'without'}`);
  for (const [name, create] of Object.entries(readers)) {
    const poll = create();
    answers = [];
    for (let time = 0; time < 6; time++) {
      const text = await poll();
      if (text !== 'the feed') throw new Error(`${name} reads ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    console.log(`  ${name}: ${answers.join(' ')}`);
  }
}
await Promise.all(dispatchers.map((dispatcher) => dispatcher.close()));
server.close();
server.closeAllConnections();
JS
(cd "$dir" && timeout 60 node poll.mjs) >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
200 max-age=0, 304 max-age=0
  undici: 200 304 200 304 200 304
  got: 200 304 304 304 304 304
200 max-age=0, 304 max-age=60
  undici: 200 304 200 304 200 304
  got: 200 304
200 no-cache, 304 no-cache
  undici: 200 304 200 304 200 304
  got: 200 304 304 304 304 304
200 max-age=0, 304 without
  undici: 200 304 304 304 304 304
  got: 200 304 304 304 304 304
SEEN
