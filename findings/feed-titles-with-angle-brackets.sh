#!/bin/sh
# feedparser and feed-extractor with plain text that has angle brackets
#
# Guess: a title without a type is plain text (RFC 4287 §3.1.1.1: readers must not take it for markup), so `The
#   &lt;dialog&gt; element` is the title "The <dialog> element", and the summary `a &lt; b and c &gt; d` reads as it is
#   meant.
# What happens: feedparser takes the text for HTML and removes the tags in it: the talk is called "The element". With
#   type="html" and the brackets escaped twice, it leaves `&lt;dialog&gt;` in the title. feed-extractor keeps the title,
#   but cuts both spellings of the summary to "a d". @rowanmanning/feed-parser returns all of it as it is meant, and so
#   does feedsmith, which leaves HTML as HTML.
# Version: feedparser 2.6.0, @extractus/feed-extractor 8.0.3, feedsmith 3.0.1, @rowanmanning/feed-parser 2.1.5
# Output seen:
#   feedparser
#     The dialog element | a and d
#     The  element | a < b and c > d
#     The &lt;dialog&gt; element | a &lt; b and c &gt; d
#   feed-extractor
#     The dialog element | a and d
#     The <dialog> element | a  d
#     The <dialog> element | a  d
#   feedsmith
#     The dialog element | a and d
#     The <dialog> element | a < b and c > d
#     The &lt;dialog&gt; element | a &lt; b and c &gt; d
#   feed-parser
#     The dialog element | a and d
#     The <dialog> element | a < b and c > d
#     The <dialog> element | a < b and c > d
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" \
  feedparser@2.6.0 @extractus/feed-extractor@8.0.3 feedsmith@3.0.1 @rowanmanning/feed-parser@2.1.5 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { Readable } from 'node:stream';
import { extractFromXml } from '@extractus/feed-extractor';
import { parseFeed as parseByRowan } from '@rowanmanning/feed-parser';
import FeedParser from 'feedparser';
import { parseFeed } from 'feedsmith';

const at = '2027-06-05T08:00:00Z';
const entry = (id, type, title, summary) =>
  `<entry><id>urn:${id}</id><title${type}>${title}</title><link rel="alternate" href="https://example.org/${id}"/>` +
  `<updated>${at}</updated><summary${type}>${summary}</summary></entry>`;
const feed = `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>urn:talks</id>
  <title>Talks</title><updated>${at}</updated><author><name>Example</name></author>
  ${entry(1, '', 'The dialog element', 'a and d')}
  ${entry(2, '', 'The &lt;dialog&gt; element', 'a &lt; b and c &gt; d')}
  ${entry(3, ' type="html"', 'The &amp;lt;dialog&amp;gt; element', 'a &amp;lt; b and c &amp;gt; d')}</feed>`;
const readers = {
  feedparser: () => Array.fromAsync(Readable.from([feed]).pipe(new FeedParser({}))),
  'feed-extractor': () => extractFromXml(feed).entries,
  feedsmith: () => parseFeed(feed).feed.entries,
  'feed-parser': () => parseByRowan(feed).items,
};
for (const [reader, read] of Object.entries(readers)) {
  console.log(reader);
  for (const { title, summary, description } of await read()) {
    console.log(`  ${title.value ?? title} | ${summary?.value ?? summary ?? description}`);
  }
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
feedparser
  The dialog element | a and d
  The  element | a < b and c > d
  The &lt;dialog&gt; element | a &lt; b and c &gt; d
feed-extractor
  The dialog element | a and d
  The <dialog> element | a  d
  The <dialog> element | a  d
feedsmith
  The dialog element | a and d
  The <dialog> element | a < b and c > d
  The &lt;dialog&gt; element | a &lt; b and c &gt; d
feed-parser
  The dialog element | a and d
  The <dialog> element | a < b and c > d
  The <dialog> element | a < b and c > d
SEEN
