#!/bin/sh
# unfurl.js with a title that speaks of entities
#
# Guess: the preview of a page has its title: entities are decoded once, as in every HTML document. `Why &amp;lt; is not
#   &lt;` is the title "Why &lt; is not <".
# What happens: unfurl.js decodes what its parser has decoded a second time: the preview is called "Why < is not <", in
#   the title of the page and in that of Open Graph, and in a query that a title quotes, `?a=1&copy=2` becomes
#   `?a=1©=2`. open-graph-scraper returns the texts of the page.
# Version: unfurl.js 6.4.0, open-graph-scraper 6.12.0
# Output seen:
#   Ropes &amp; knots
#     unfurl.js: ["Ropes & knots","Ropes & knots"]
#     open-graph-scraper: "Ropes & knots"
#   Why &amp;lt; is not &lt;
#     unfurl.js: ["Why < is not <","Why < is not <"]
#     open-graph-scraper: "Why &lt; is not <"
#   Read ?a=1&amp;copy=2
#     unfurl.js: ["Read ?a=1©=2","Read ?a=1©=2"]
#     open-graph-scraper: "Read ?a=1&copy=2"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" unfurl.js@6.4.0 open-graph-scraper@6.12.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import scrape from 'open-graph-scraper';
import { unfurl } from 'unfurl.js';

const titles = ['Ropes &amp; knots', 'Why &amp;lt; is not &lt;', 'Read ?a=1&amp;copy=2'];
const page = (title) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
  <meta property="og:title" content="${title}"></head><body></body></html>`;
const server = createServer(({ url }, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(page(titles[Number(url.slice(1))]));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
for (const [place, source] of titles.entries()) {
  const { title, open_graph: graph } = await unfurl(`http://127.0.0.1:${server.address().port}/${place}`);
  const { result } = await scrape({ html: page(source) });
  console.log(`${source}\n  unfurl.js: ${JSON.stringify([title, graph.title])}`);
  console.log(`  open-graph-scraper: ${JSON.stringify(result.ogTitle)}`);
}
server.closeAllConnections();
server.close();
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
Ropes &amp; knots
  unfurl.js: ["Ropes & knots","Ropes & knots"]
  open-graph-scraper: "Ropes & knots"
Why &amp;lt; is not &lt;
  unfurl.js: ["Why < is not <","Why < is not <"]
  open-graph-scraper: "Why &lt; is not <"
Read ?a=1&amp;copy=2
  unfurl.js: ["Read ?a=1©=2","Read ?a=1©=2"]
  open-graph-scraper: "Read ?a=1&copy=2"
SEEN
