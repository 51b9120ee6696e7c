#!/bin/sh
# @microsoft/fetch-event-source with a comment that keeps the connection open
#
# Guess: a comment and an empty line, which servers send every 15 seconds as the specification of server-sent events advises
#   (HTML, 9.2.7), are no message: an event without a data line is not dispatched (9.2.6). So a handler may parse each message.
# What happens: `onmessage` is called for the comment, with an empty text. `JSON.parse` in the handler raises an error, which
#   fetch-event-source takes for one of the connection: it connects again, at each comment, and what the service sends after it
#   is missed. A `retry` line of its own is a message, too, and a text that begins with an empty line loses this line.
#   eventsource reads the same stream rightly.
# Version: @microsoft/fetch-event-source 2.0.1, eventsource 5.1.5
# Output seen:
#   eventsource: "4", "\ntwo", "5"
#   fetch-event-source: "4", "", "", "two", "5"
#   with JSON.parse and a comment: 4, connects again: Unexpected end of JSON input, 4, connects again: Unexpected end of JSON input, 4
#   with JSON.parse and no comment: 4, 5
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" @microsoft/fetch-event-source@2.0.1 eventsource@5.1.5 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/listen.mjs" <<'JS'
import { createServer } from 'node:http';
import { fetchEventSource } from '@microsoft/fetch-event-source';
import { EventSource } from 'eventsource';

globalThis.window = globalThis; // fetch-event-source takes timers and visibility from a browser.
globalThis.document = { addEventListener() {}, removeEventListener() {} };
const streams = {
  '/all': 'data: 4\n\n:\n\nretry: 1000\n\ndata:\ndata: two\n\ndata: 5\n\n',
  '/comment': 'data: 4\n\n:\n\ndata: 5\n\n',
  '/plain': 'data: 4\n\ndata: 5\n\n',
};
const server = createServer((request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.end(streams[request.url]);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = (path) => `http://127.0.0.1:${server.address().port}${path}`;

const usual = [];
const source = new EventSource(url('/all'));
source.onmessage = ({ data }) => usual.push(JSON.stringify(data));
await new Promise((resolve) => (source.onerror = resolve));
source.close();
console.log(`eventsource: ${usual.join(', ')}`);

const seen = [];
await fetchEventSource(url('/all'), { openWhenHidden: true, onmessage: ({ data }) => seen.push(JSON.stringify(data)) });
console.log(`fetch-event-source: ${seen.join(', ')}`);

for (const [path, name] of [
  ['/comment', 'with JSON.parse and a comment'],
  ['/plain', 'with JSON.parse and no comment'],
]) {
  const parsed = [];
  const onmessage = ({ data }) => parsed.push(JSON.parse(data));
  const onerror = ({ message }) => {
    if (parsed.length > 4) throw new Error('enough');
    parsed.push(`connects again: ${message}`);
    return 10;
  };
  await fetchEventSource(url(path), { openWhenHidden: true, onmessage, onerror }).catch(() => undefined);
  console.log(`${name}: ${parsed.join(', ')}`);
}
server.close();
server.closeAllConnections();
JS
(cd "$dir" && timeout 60 node listen.mjs) >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
eventsource: "4", "\ntwo", "5"
fetch-event-source: "4", "", "", "two", "5"
with JSON.parse and a comment: 4, connects again: Unexpected end of JSON input, 4, connects again: Unexpected end of JSON input, 4
with JSON.parse and no comment: 4, 5
SEEN
