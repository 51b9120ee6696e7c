#!/bin/sh
# tsdav with calendars whose names are numbers
#
# Guess: the display name of a calendar is text (RFC 4918 §15.2), so the calendar of the conference of 2027 has the name
#   "2027", and `displayName` is a string or, as tsdav's types say, the record of an element.
# What happens: tsdav makes a number or a boolean of a value that looks like one: the name is the number 2027, so that
#   `displayName.startsWith` or a comparison with "2027" fails; `1e3`, a code, becomes 1000, and a hall called "True"
#   true. Names that begin with 0 are kept, so that which type a name has depends on its digits.
# Version: tsdav 2.3.4
# Output seen:
#   Main hall: string Main hall
#   Hall 7: string Hall 7
#   2027: number 2027
#   1e3: number 1000
#   True: boolean true
#   0042: string 0042
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" tsdav@2.3.4 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fetchCalendars } from 'tsdav';

const calendars = ['Main hall', 'Hall 7', '2027', '1e3', 'True', '0042'];
const described = (name, place) => `<d:response><d:href>/calendars/${place}/</d:href><d:propstat><d:prop>
  <d:displayname>${name}</d:displayname><d:resourcetype><d:collection/><c:calendar/></d:resourcetype>
  <c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>
  </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
const server = createServer((request, response) => {
  response.writeHead(207, { 'Content-Type': 'application/xml; charset=utf-8' });
  response.end(`<?xml version="1.0" encoding="utf-8"?><d:multistatus xmlns:d="DAV:"
    xmlns:c="urn:ietf:params:xml:ns:caldav">${calendars.map(described).join('')}</d:multistatus>`);
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const rootUrl = `http://127.0.0.1:${server.address().port}/`;
const account = { accountType: 'caldav', serverUrl: rootUrl, rootUrl, homeUrl: `${rootUrl}calendars/` };
for (const [place, { displayName }] of (await fetchCalendars({ account })).entries()) {
  console.log(`${calendars[place]}: ${typeof displayName} ${displayName}`);
}
server.closeAllConnections();
server.close();
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
Main hall: string Main hall
Hall 7: string Hall 7
2027: number 2027
1e3: number 1000
True: boolean true
0042: string 0042
SEEN
