#!/bin/sh
# metascraper with quotation marks in titles and descriptions
#
# Guess: the title and the description of a preview are those of the page, apart from white space.
# What happens: metascraper makes straight quotation marks English typographic ones, in every language and around code: a
#   German page gets “…”, not „…“, `WHERE name = 'x'` and `5" disks` change, so the text of the preview is not found on the
#   page. open-graph-scraper keeps them.
# Version: metascraper 5.49.24 with metascraper-title and metascraper-description 5.49.24, open-graph-scraper 6.12.0
# Output seen:
#   metascraper: WHERE name = ‘x’ | Was heißt “fertig” bei 5″ Disketten?
#   open-graph-scraper: WHERE name = 'x' | Was heißt "fertig" bei 5" Disketten?
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" metascraper@5.49.24 metascraper-title@5.49.24 \
  metascraper-description@5.49.24 open-graph-scraper@6.12.0 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import metascraper from 'metascraper';
import description from 'metascraper-description';
import title from 'metascraper-title';
import scrape from 'open-graph-scraper';

const html = `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Talk</title>
<meta property="og:title" content="WHERE name = 'x'">
<meta property="og:description" content="Was heißt &quot;fertig&quot; bei 5&quot; Disketten?"></head><body></body></html>`;
const page = await metascraper([title(), description()])({ html, url: 'https://example.org/talks/1' });
console.log(`metascraper: ${page.title} | ${page.description}`);
const { result } = await scrape({ html });
console.log(`open-graph-scraper: ${result.ogTitle} | ${result.ogDescription}`);
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
metascraper: WHERE name = ‘x’ | Was heißt “fertig” bei 5″ Disketten?
open-graph-scraper: WHERE name = 'x' | Was heißt "fertig" bei 5" Disketten?
SEEN
