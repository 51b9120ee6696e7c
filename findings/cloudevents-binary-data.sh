#!/bin/sh
# cloudevents in the binary mode of HTTP with data that is not an object
#
# Guess: `HTTP.toEvent(HTTP.binary(event))` has the data of the event, whatever JSON value it is: the body is the data in
#   the format of its content type (HTTP Protocol Binding 1.0.2, §3.1), so the text of a comment is sent as a JSON string.
#   Structured mode agrees.
# What happens: only objects and lists are JSON. A text goes out without quotation marks, although the header says
#   application/json, so other receivers refuse it, and a text that looks like an object comes back as one. The bodies
#   `5`, `true`, `false` and `null`, by any sender, are read as texts: a rating is no number, and false counts as true.
#   Data of application/vnd.api+json comes back as a text. Structured mode keeps all but false, which it drops.
# Version: cloudevents 10.0.0
# Output seen:
#   {"rating":5} as application/json
#     body {"rating":5}, read {"rating":5}; in structured mode {"rating":5}
#   "Nice talk" as application/json
#     body Nice talk, read "Nice talk"; in structured mode "Nice talk"
#   "{\"rating\":5}" as application/json
#     body {"rating":5}, read {"rating":5}; in structured mode "{\"rating\":5}"
#   5 as application/json
#     body 5, read "5"; in structured mode 5
#   false as application/json
#     body false, read "false"; in structured mode undefined
#   {"rating":5} as application/vnd.api+json
#     body {"rating":5}, read "{\"rating\":5}"; in structured mode {"rating":5}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" cloudevents@10.0.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/send.mjs" <<'JS'
import cloudevents from 'cloudevents';

const { CloudEvent, HTTP } = cloudevents;
const received = (mode, data, datacontenttype) => {
  const event = new CloudEvent({ id: '1', source: '/talks', type: 'org.example.comment', data, datacontenttype });
  const { headers, body } = HTTP[mode](event);
  const sent = String(body); // as an HTTP client sends it
  return [sent, JSON.stringify(HTTP.toEvent({ headers, body: sent }).data)];
};
const json = 'application/json';
for (const [data, type] of [
  [{ rating: 5 }, json],
  ['Nice talk', json],
  ['{"rating":5}', json],
  [5, json],
  [false, json],
  [{ rating: 5 }, 'application/vnd.api+json'],
]) {
  const [body, binary] = received('binary', data, type);
  const [, structured] = received('structured', data, type);
  console.log(`${JSON.stringify(data)} as ${type}`);
  console.log(`  body ${body}, read ${binary}; in structured mode ${structured}`);
}
JS
node "$dir/send.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
{"rating":5} as application/json
  body {"rating":5}, read {"rating":5}; in structured mode {"rating":5}
"Nice talk" as application/json
  body Nice talk, read "Nice talk"; in structured mode "Nice talk"
"{\"rating\":5}" as application/json
  body {"rating":5}, read {"rating":5}; in structured mode "{\"rating\":5}"
5 as application/json
  body 5, read "5"; in structured mode 5
false as application/json
  body false, read "false"; in structured mode undefined
{"rating":5} as application/vnd.api+json
  body {"rating":5}, read "{\"rating\":5}"; in structured mode {"rating":5}
SEEN
