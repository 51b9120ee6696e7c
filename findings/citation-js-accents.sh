#!/bin/sh
# citation-js with names in BibTeX
#
# Guess: a name written as BibTeX has always written it, `Garc{\'\i}a` with the dotless i that LaTeX needs for an accent,
#   is García; what is read and written again is the same name to LaTeX. An ampersand is escaped in every field, since
#   LaTeX stops at a bare one.
# What happens: the i stays dotless: the name is "Garcı́a", U+0131 and a combining accent, which sorts and compares as
#   another name, and is written as `Garc\i{{\' }}a`, where the accent is not on the i any more. `Garc{\'i}a` is right.
#   The name of an organisation is written without escapes, `{{Ropes & Co}}`, at which LaTeX stops; titles are escaped.
# Version: @citation-js/core 0.9.0, @citation-js/plugin-bibtex 0.9.0
# Output seen:
#   Garc{\'i}a: G a r c U+00ed a
#     written: author = {Garc{\' i}a, Ada},
#   Garc{\'\i}a: G a r c U+0131 U+0301 a
#     written: author = {Garc\i{{\' }}a, Ada},
#   author = {{Ropes & Co}},
#   title = {Knots \& ropes},
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" @citation-js/core@0.9.0 \
  @citation-js/plugin-bibtex@0.9.0 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/cite.mjs" <<'JS'
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-bibtex';

const hex = (one) => `U+${one.codePointAt(0).toString(16).padStart(4, '0')}`;
const code = (text) => [...text].map((one) => (one > '~' ? hex(one) : one)).join(' ');
for (const family of ["Garc{\\'i}a", "Garc{\\'\\i}a"]) {
  const cite = new Cite(`@inproceedings{a, author={${family}, Ada}, title={Knots}, booktitle={Ropes 2027}, year=2027}`);
  console.log(`${family}: ${code(cite.data[0].author[0].family)}`);
  console.log(`  written: ${/author = .*/.exec(cite.format('bibtex'))[0]}`);
}
const paper = { id: 'a', type: 'paper-conference', title: 'Knots & ropes', author: [{ literal: 'Ropes & Co' }] };
const written = new Cite(paper).format('bibtex');
console.log(/author = .*/.exec(written)[0]);
console.log(/title = .*/.exec(written)[0]);
JS
node "$dir/cite.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
Garc{\'i}a: G a r c U+00ed a
  written: author = {Garc{\' i}a, Ada},
Garc{\'\i}a: G a r c U+0131 U+0301 a
  written: author = {Garc\i{{\' }}a, Ada},
author = {{Ropes & Co}},
title = {Knots \& ropes},
SEEN
