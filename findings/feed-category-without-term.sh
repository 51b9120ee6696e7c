#!/bin/sh
# feed (the generator of RSS, Atom and JSON feeds) with the category of an item
#
# Guess: a category with a name, which is all that RSS and JSON Feed show, is valid in each of the three formats.
# What happens: in Atom the name becomes the label only. RFC 4287 §4.2.2.1 requires the attribute `term`, which identifies
#   the category; the label is its display. So the Atom feed is invalid, and readers by term find no category. With
#   `term` given as well, both are written: a track needs to be named twice.
# Version: feed 6.0.0
# Output seen:
#   name only: <category label="Web"/>
#   name and term: <category label="Web" term="web"/>
#   name only in JSON Feed: ["Web"]
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" feed@6.0.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/write.mjs" <<'JS'
import { Feed } from 'feed';

const feedOf = (category) => {
  const feed = new Feed({ title: 'Talks', id: 'https://example.org/', link: 'https://example.org/', copyright: '' });
  const date = new Date('2027-06-05T09:00:00Z');
  feed.addItem({ title: 'A talk', id: 'urn:example:1', link: 'https://example.org/1', date, category: [category] });
  return feed;
};
const inAtom = (category) => /<category[^>]*>/.exec(feedOf(category).atom1())[0];
console.log('name only:', inAtom({ name: 'Web' }));
console.log('name and term:', inAtom({ name: 'Web', term: 'web' }));
console.log('name only in JSON Feed:', JSON.stringify(JSON.parse(feedOf({ name: 'Web' }).json1()).items[0].tags));
JS
node "$dir/write.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
name only: <category label="Web"/>
name and term: <category label="Web" term="web"/>
name only in JSON Feed: ["Web"]
SEEN
