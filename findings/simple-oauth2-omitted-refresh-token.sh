#!/bin/sh
# simple-oauth2 with a refresh whose response has no refresh token
#
# Guess: simple-oauth2 keeps the refresh token if the response of a refresh has none, because RFC 6749, section 6, lets
#   the server omit it when it does not change.
# What happens: the new token object has no refresh token. The next refresh sends an
#   empty refresh_token, which servers refuse. They should repeat the token in every response.
# Version: simple-oauth2 5.1.0
# Output seen:
#   first refresh: grant_type=refresh_token&refresh_token=r1
#   refresh token afterwards: undefined
#   second refresh: grant_type=refresh_token&refresh_token=
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" simple-oauth2@5.1.0 >/dev/null
cat >"$dir/omitted.mjs" <<'SCRIPT'
import { createServer } from 'node:http';
import { AuthorizationCode } from 'simple-oauth2';

const forms = [];
const server = createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  const form = new URLSearchParams(text);
  form.sort();
  forms.push(form.toString());
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end('{"access_token":"a2","token_type":"Bearer","expires_in":3600}');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const tokenHost = `http://127.0.0.1:${server.address().port}`;
const client = new AuthorizationCode({ client: { id: 'phone', secret: 'made-up' }, auth: { tokenHost } });
const first = client.createToken({ access_token: 'a1', refresh_token: 'r1', expires_in: 1 });
const second = await first.refresh();
await second.refresh();
console.log(`first refresh: ${forms[0]}`);
console.log(`refresh token afterwards: ${second.token.refresh_token}`);
console.log(`second refresh: ${forms[1]}`);
server.close();
SCRIPT
(cd "$dir" && timeout 60 node omitted.mjs) >"$dir/seen"
cat "$dir/seen"
cat >"$dir/expected" <<'TEXT'
first refresh: grant_type=refresh_token&refresh_token=r1
refresh token afterwards: undefined
second refresh: grant_type=refresh_token&refresh_token=
TEXT
diff "$dir/expected" "$dir/seen" || exit 1
echo "As recorded."
