#!/bin/sh
# web-auto-extractor with the events of a page
#
# Guess: a reader of structured data finds the events of a page as schema.org's manual writes them: in a @graph of
#   JSON-LD, in a script with `charset`, or in microdata, where the value of a time element is its `datetime` (HTML,
#   5.2.4).
# What happens: everything in a @graph is one entry under the key "undefined": the events in it are not found by their
#   type. A script of the type `application/ld+json; charset=utf-8` is not read. The start of an event in microdata is
#   what people see, "5 June, 9 am", not the `datetime`. A list of events in JSON-LD is read.
# Version: web-auto-extractor 1.0.17
# Output seen:
#   JSON-LD, Event: in a list
#   JSON-LD, undefined: @context, @graph
#   microdata, Event: in microdata, 5 June, 9 am
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" web-auto-extractor@1.0.17 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import extractor from 'web-auto-extractor';

const event = (name) => JSON.stringify({ '@context': 'https://schema.org', '@type': 'Event', name });
const { jsonld, microdata } = extractor
  .default()
  .parse(
    `<script type="application/ld+json">[${event('in a list')}]</script>
<script type="application/ld+json">{"@context": "https://schema.org", "@graph": [${event('in a graph')}]}</script>
<script type="application/ld+json; charset=utf-8">${event('with a charset')}</script>
<div itemscope itemtype="https://schema.org/Event"><b itemprop="name">in microdata</b>
<time itemprop="startDate" datetime="2027-06-05T09:00+02:00">5 June, 9 am</time></div>`,
  );
for (const [type, entries] of Object.entries(jsonld))
  console.log(`JSON-LD, ${type}: ${entries.map((entry) => entry.name ?? Object.keys(entry).join(', ')).join('; ')}`);
for (const [type, entries] of Object.entries(microdata))
  console.log(`microdata, ${type}: ${entries.map(({ name, startDate }) => `${name}, ${startDate}`).join('; ')}`);
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
JSON-LD, Event: in a list
JSON-LD, undefined: @context, @graph
microdata, Event: in microdata, 5 June, 9 am
SEEN
