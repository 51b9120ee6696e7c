#!/bin/sh
# @badgateway/oauth2-client with a token endpoint that is overloaded
#
# Guess: OAuth2Fetch of @badgateway/oauth2-client keeps a refresh token if the token endpoint answers 503 with
#   Retry-After while it is busy, and reports the error, so that a later request can refresh again.
# What happens: any failure of the refresh counts as a refused refresh token. It asks for a new login at once, and says
#   so on the console; Retry-After is not looked at. A server that is overloaded for seconds logs people out.
# Version: @badgateway/oauth2-client 3.3.1
# Output seen:
#   requests to the token endpoint: 1
#   new logins asked for: 1
#   error: Unable to obtain OAuth2 tokens, a full reauth may be needed
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" @badgateway/oauth2-client@3.3.1 >/dev/null
cat >"$dir/busy.mjs" <<'SCRIPT'
import { createServer } from 'node:http';
import { OAuth2Client, OAuth2Fetch } from '@badgateway/oauth2-client';

let refreshes = 0;
let logins = 0;
const server = createServer((request, response) => {
  if (request.url === '/token') refreshes += 1;
  response.writeHead(request.url === '/token' ? 503 : 401, { 'Retry-After': '2', 'Content-Type': 'application/json' });
  response.end('{"error":"temporarily_unavailable"}');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${server.address().port}`;
const wrapper = new OAuth2Fetch({
  client: new OAuth2Client({ server: base, clientId: 'phone', tokenEndpoint: '/token' }),
  getStoredToken: () => ({ accessToken: 'expired', refreshToken: 'still-valid', expiresAt: Date.now() - 1 }),
  getNewToken: async () => {
    logins += 1;
    return null;
  },
  scheduleRefresh: false,
});
const error = await wrapper.fetch(`${base}/events`).catch(({ message }) => message);
console.log(`requests to the token endpoint: ${refreshes}`);
console.log(`new logins asked for: ${logins}`);
console.log(`error: ${error}`);
server.close();
SCRIPT
(cd "$dir" && timeout 60 node busy.mjs 2>/dev/null) >"$dir/seen"
cat "$dir/seen"
cat >"$dir/expected" <<'TEXT'
requests to the token endpoint: 1
new logins asked for: 1
error: Unable to obtain OAuth2 tokens, a full reauth may be needed
TEXT
diff "$dir/expected" "$dir/seen" || exit 1
echo "As recorded."
