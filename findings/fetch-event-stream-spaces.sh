#!/bin/sh
# fetch-event-stream and @azure/core-sse with texts that begin with spaces or an empty line
#
# Guess: one space after the colon of a field is removed, no more (HTML, 9.2.6), so a text sent over server-sent events
#   keeps its indentation, and a text that arrives in pieces keeps its spaces. A line `data` without a colon is an empty
#   text; an event without such a line is none.
# What happens: fetch-event-stream removes all white space after the colon: the list in a comment loses its levels, and
#   the pieces "Thank" and " you" become "Thankyou". It yields an event for `event: open` without data, whose handler has
#   no `data`; an `id` of 5 is a number, one of 05 a text. Both libraries lose an empty first line, and the line `data`
#   without a colon. eventsource-parser does as guessed.
# Version: fetch-event-stream 0.1.6, @azure/core-sse 2.4.0, eventsource-parser 4.1.3
# Output seen:
#   a list
#     fetch-event-stream: "- ropes\n- knots"
#     @azure/core-sse: "- ropes\n  - knots"
#     eventsource-parser: "- ropes\n  - knots"
#   two pieces
#     fetch-event-stream: "Thank", "you"
#     @azure/core-sse: "Thank", " you"
#     eventsource-parser: "Thank", " you"
#   an empty first line
#     fetch-event-stream: "Thanks"
#     @azure/core-sse: "Thanks"
#     eventsource-parser: "\nThanks"
#   an event without data
#     fetch-event-stream: no data
#     @azure/core-sse: no event
#     eventsource-parser: no event
#   data without a colon
#     fetch-event-stream: no event
#     @azure/core-sse: no event
#     eventsource-parser: ""
#   id 5 of fetch-event-stream: a number
#   id 05 of fetch-event-stream: a string
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" fetch-event-stream@0.1.6 \
  @azure/core-sse@2.4.0 eventsource-parser@4.1.3 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { createSseStream } from '@azure/core-sse';
import { createParser } from 'eventsource-parser';
import { events } from 'fetch-event-stream';

async function listOf(iterable) {
  const found = [];
  for await (const event of iterable) found.push(event);
  return found;
}
const readers = {
  'fetch-event-stream': (text) => listOf(events(new Response(text))),
  '@azure/core-sse': (text) => listOf(createSseStream(new Response(text).body)),
  'eventsource-parser': (text) => {
    const found = [];
    createParser({ onEvent: (event) => found.push(event) }).feed(text);
    return found;
  },
};
const streams = {
  'a list': 'data: - ropes\ndata:   - knots\n\n',
  'two pieces': 'data: Thank\n\ndata:  you\n\n',
  'an empty first line': 'data:\ndata: Thanks\n\n',
  'an event without data': 'event: open\n\n',
  'data without a colon': 'data\n\n',
};
for (const [name, stream] of Object.entries(streams)) {
  console.log(name);
  for (const [library, read] of Object.entries(readers)) {
    const found = (await read(stream)).map(({ data }) => JSON.stringify(data) ?? 'no data');
    console.log(`  ${library}: ${found.join(', ') || 'no event'}`);
  }
}
for (const id of ['5', '05']) {
  const [event] = await readers['fetch-event-stream'](`id: ${id}\ndata: x\n\n`);
  console.log(`id ${id} of fetch-event-stream: a ${typeof event.id}`);
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
a list
  fetch-event-stream: "- ropes\n- knots"
  @azure/core-sse: "- ropes\n  - knots"
  eventsource-parser: "- ropes\n  - knots"
two pieces
  fetch-event-stream: "Thank", "you"
  @azure/core-sse: "Thank", " you"
  eventsource-parser: "Thank", " you"
an empty first line
  fetch-event-stream: "Thanks"
  @azure/core-sse: "Thanks"
  eventsource-parser: "\nThanks"
an event without data
  fetch-event-stream: no data
  @azure/core-sse: no event
  eventsource-parser: no event
data without a colon
  fetch-event-stream: no event
  @azure/core-sse: no event
  eventsource-parser: ""
id 5 of fetch-event-stream: a number
id 05 of fetch-event-stream: a string
SEEN
