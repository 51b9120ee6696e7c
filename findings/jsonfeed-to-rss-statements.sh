#!/bin/sh
# jsonfeed-to-rss and jsonfeed-to-atom with versions of JSON Feed, and with what a feed does not say
#
# Guess: a converter reads JSON Feed 1.1 of 2020, whose manual says that readers of version 1 can read it (only `authors`
#   and `language` are new), and says nothing in its output that the feed does not say.
# What happens: both refuse 1.1: "JSON feed version 1 required". Of a feed of version 1 both make one that claims a
#   copyright of the author for the year of the conversion, whatever licence the talks have; the RSS is in American
#   English (`en-us`), also if the feed has a `language`, so that screen readers and translators take German talks for
#   English ones.
# Version: jsonfeed-to-rss 3.0.8, jsonfeed-to-atom 1.2.5
# Output seen:
#   version 1, RSS: language: en-us, copyright: © YEAR Knoten e. V.
#   version 1, Atom: rights: © YEAR Knoten e. V.
#   version 1.1, RSS: jsonfeed-to-atom: JSON feed version 1 required
#   version 1.1, Atom: jsonfeed-to-atom: JSON feed version 1 required
#   version 1 with a language, RSS: language: en-us, copyright: © YEAR Knoten e. V.
#   version 1 with a language, Atom: rights: © YEAR Knoten e. V.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" jsonfeed-to-rss@3.0.8 \
  jsonfeed-to-atom@1.2.5 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/convert.mjs" <<'JS'
import toAtom from 'jsonfeed-to-atom';
import toRss from 'jsonfeed-to-rss';

const feed = (version, more) => ({
  ...{ version: `https://jsonfeed.org/version/${version}`, title: 'Vorträge', home_page_url: 'https://example.org/' },
  ...{ feed_url: 'https://example.org/feed.json', author: { name: 'Knoten e. V.' }, ...more },
  items: [{ id: '1', title: 'Seile', content_text: 'Über Seile', date_published: '2027-06-05T09:00:00+02:00' }],
});
const feeds = { '1.1': feed('1.1'), 1: feed('1'), '1 with a language': feed('1', { language: 'de' }) };
for (const [name, json] of Object.entries(feeds)) {
  for (const [format, convert] of Object.entries({ RSS: toRss, Atom: toAtom })) {
    try {
      const claims = convert(json).match(/<(language|copyright|rights)>.*?</g) ?? [];
      const shown = claims.map((claim) => claim.slice(1, -1).replace(/\d{4}/, 'YEAR').replace('>', ': '));
      console.log(`version ${name}, ${format}: ${shown.join(', ')}`);
    } catch (error) {
      console.log(`version ${name}, ${format}: ${error.message}`);
    }
  }
}
JS
node "$dir/convert.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
version 1, RSS: language: en-us, copyright: © YEAR Knoten e. V.
version 1, Atom: rights: © YEAR Knoten e. V.
version 1.1, RSS: jsonfeed-to-atom: JSON feed version 1 required
version 1.1, Atom: jsonfeed-to-atom: JSON feed version 1 required
version 1 with a language, RSS: language: en-us, copyright: © YEAR Knoten e. V.
version 1 with a language, Atom: rights: © YEAR Knoten e. V.
SEEN
