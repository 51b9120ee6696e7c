#!/bin/sh
# lunr with searches that have punctuation marks
#
# Guess: what the index drops from words, a search drops as well: `C++` finds what is stored as "c", `ropes?` finds ropes.
#   A time such as `10:30` is a word; a field is meant only if it is one.
# What happens: marks at the ends of words are removed from what is indexed, but not from what is searched: `practice,`
#   `(ropes)` and `C++`, copied from a title, find nothing, without an error. `10:30` raises a QueryParseError, since 10
#   is no field; a search box shows no talks then, or breaks. MiniSearch finds all of them. Remove the marks before the
#   search.
# Version: lunr 2.3.9, minisearch 7.2.0
# Output seen:
#   practice: lunr A, minisearch A
#   practice,: lunr nothing, minisearch A
#   ropes: lunr B, minisearch B
#   (and ropes): lunr nothing, minisearch B
#   ropes?: lunr nothing, minisearch B
#   C++: lunr nothing, minisearch A
#   10:30: lunr QueryParseError, minisearch C
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" lunr@2.3.9 minisearch@7.2.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/search.mjs" <<'JS'
import lunr from 'lunr';
import MiniSearch from 'minisearch';

const talks = [
  { id: 'A', title: 'Modern C++ in practice, again' },
  { id: 'B', title: 'Knots (and ropes)' },
  { id: 'C', title: 'Start at 10:30 sharp' },
];
const index = lunr(function () {
  this.ref('id');
  this.field('title');
  for (const talk of talks) this.add(talk);
});
const mini = new MiniSearch({ fields: ['title'] });
mini.addAll(talks);
for (const text of ['practice', 'practice,', 'ropes', '(and ropes)', 'ropes?', 'C++', '10:30']) {
  let found;
  try {
    found = index.search(text).map(({ ref }) => ref).join(', ') || 'nothing';
  } catch (error) {
    found = error.name;
  }
  console.log(`${text}: lunr ${found}, minisearch ${mini.search(text).map(({ id }) => id).join(', ') || 'nothing'}`);
}
JS
node "$dir/search.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
practice: lunr A, minisearch A
practice,: lunr nothing, minisearch A
ropes: lunr B, minisearch B
(and ropes): lunr nothing, minisearch B
ropes?: lunr nothing, minisearch B
C++: lunr nothing, minisearch A
10:30: lunr QueryParseError, minisearch C
SEEN
