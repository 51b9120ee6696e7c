#!/bin/sh
# rss-parser with an Atom link that has no rel
#
# Guess: `item.link` is the page of the entry. RFC 4287 §4.2.7.2: a link without `rel` has the relation "alternate", so
#   `<link href>` is the page wherever it stands.
# What happens: rss-parser looks for a literal rel="alternate"; without one it takes the first link of any kind, such as
#   the entry itself (self) or an attached calendar (enclosure). Each entry needs rel="alternate", or the page first.
# Version: rss-parser 3.13.0
# Output seen:
#   self, then a link without rel: https://example.org/entries/1.atom
#   enclosure, then a link without rel: https://example.org/talks/1.ics
#   enclosure, then rel="alternate": https://example.org/talks/1
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" rss-parser@3.13.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import Parser from 'rss-parser';

const feed = (...links) => `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Talks</title><id>urn:example:talks</id>
<updated>2027-06-05T09:00:00Z</updated><author><name>Hosts</name></author>
<entry><id>urn:example:1</id><title>A talk</title><updated>2027-06-05T09:00:00Z</updated>${links.join('')}</entry></feed>`;
const link = (path, attributes = '') => `<link ${attributes} href="https://example.org/${path}"/>`;
const show = async (name, ...links) => {
  const { items } = await new Parser().parseString(feed(...links));
  console.log(`${name}: ${items[0].link}`);
};
const calendar = link('talks/1.ics', 'rel="enclosure" type="text/calendar"');
await show('self, then a link without rel', link('entries/1.atom', 'rel="self"'), link('talks/1'));
await show('enclosure, then a link without rel', calendar, link('talks/1'));
await show('enclosure, then rel="alternate"', calendar, link('talks/1', 'rel="alternate"'));
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
self, then a link without rel: https://example.org/entries/1.atom
enclosure, then a link without rel: https://example.org/talks/1.ics
enclosure, then rel="alternate": https://example.org/talks/1
SEEN
