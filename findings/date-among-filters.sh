#!/bin/sh
# openapi-fetch, kitsu-core and ofetch with a Date among the filters
#
# Guess: a Date in the query of a request is sent as ISO 8601, as JSON.stringify writes it, or refused. Lists and numbers
#   of the same query are sent.
# What happens: openapi-fetch and kitsu-core take the Date for an object with members, and as it has none, the filter is
#   not sent, without an error: a request for the talks after a time answers with all talks. ofetch sends the time in
#   quotation marks, ky in the form of Date's toString, with the zone of the process. axios and qs send ISO 8601. Call
#   toISOString before.
# Version: openapi-fetch 0.17.0, kitsu-core 11.1.0, ofetch 1.5.1, axios 1.21.1, ky 2.1.0, qs 6.17.1
# Output seen:
#   openapi-fetch: ?&day=2
#   kitsu-core: ?&day=2
#   ofetch: ?from="2027-06-05T09:00:00.000Z"&day=2
#   axios: ?from=2027-06-05T09:00:00.000Z&day=2
#   ky: ?from=Sat+Jun+05+2027+09:00:00+GMT+0000+(Coordinated+Universal+Time)&day=2
#   qs: ?from=2027-06-05T09:00:00.000Z&day=2
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" openapi-fetch@0.17.0 kitsu-core@11.1.0 \
  ofetch@1.5.1 axios@1.21.1 ky@2.1.0 qs@6.17.1 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/ask.mjs" <<'JS'
import axios from 'axios';
import { query } from 'kitsu-core';
import ky from 'ky';
import { createFetch } from 'ofetch';
import createClient from 'openapi-fetch';
import qs from 'qs';

const url = 'https://example.org/talks';
const filters = { from: new Date('2027-06-05T09:00:00Z'), day: 2 };
const options = { params: { query: filters } };
let asked;
const fetch = async (request) => {
  asked = String(request.url ?? request);
  return new Response('{}', { headers: { 'content-type': 'application/json' } });
};
const clients = {
  'openapi-fetch': () => createClient({ baseUrl: 'https://example.org', fetch }).GET('/talks', options),
  'kitsu-core': () => (asked = `${url}?${query(filters)}`),
  ofetch: () => createFetch({ fetch })(url, { query: filters }),
  axios: () => (asked = axios.getUri({ url, params: filters })),
  ky: () => ky(url, { searchParams: filters, fetch }).json(),
  qs: () => (asked = `${url}?${qs.stringify(filters)}`),
};
for (const [name, ask] of Object.entries(clients)) {
  await ask();
  console.log(`${name}: ${decodeURIComponent(asked.slice(url.length))}`);
}
JS
TZ=UTC node "$dir/ask.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
openapi-fetch: ?&day=2
kitsu-core: ?&day=2
ofetch: ?from="2027-06-05T09:00:00.000Z"&day=2
axios: ?from=2027-06-05T09:00:00.000Z&day=2
ky: ?from=Sat+Jun+05+2027+09:00:00+GMT+0000+(Coordinated+Universal+Time)&day=2
qs: ?from=2027-06-05T09:00:00.000Z&day=2
SEEN
