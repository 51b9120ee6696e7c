#!/bin/sh
# parse-full-name, another-name-parser and humanname with names of speakers
#
# Guess: what is before a comma is the last name, also if it has two words ("García Ruiz, Elena"). A short name that is
#   also a degree, a title or a number (Do, Vi, An, Ma) is a name if nothing else is left for the first or last one.
# What happens: parse-full-name reads "García Ruiz, Elena" as García Ruiz with the suffix Elena; with one last name or a
#   second given name it is right. humanname takes what is after a comma for the last name, and leaves Anna Ma without one
#   (a Master of Arts). another-name-parser takes Do and Vi for suffixes, wherever they stand, and An for a prefix: Lan Do
#   has no last name, Vi Novak is called Novak, Trần Bình An has the last name Bình. Lists sorted by last name and badges
#   show it. No error is raised.
# Version: parse-full-name 1.2.7, another-name-parser 0.1.0, humanname 0.2.2
# Output seen:
#   Novak, Ada
#     parse-full-name: ["","Ada","Novak",""]
#     another-name-parser: ["","Ada","Novak",""]
#     humanname: ["","Novak","Ada",""]
#   García Ruiz, Elena
#     parse-full-name: ["","García","Ruiz","Elena"]
#     another-name-parser: ["","Elena","Ruiz",""]
#     humanname: ["","García Ruiz","Elena",""]
#   Anna Ma
#     parse-full-name: ["","Anna","Ma",""]
#     another-name-parser: ["","Anna","Ma",""]
#     humanname: ["","Anna","","MA"]
#   Lan Do
#     parse-full-name: ["","Lan","Do",""]
#     another-name-parser: ["","Lan","","Do"]
#     humanname: ["","Lan","Do",""]
#   Vi Novak
#     parse-full-name: ["","Vi","Novak",""]
#     another-name-parser: ["","Novak","","Vi"]
#     humanname: ["","Vi","Novak",""]
#   Trần Bình An
#     parse-full-name: ["","Trần","An",""]
#     another-name-parser: ["An","Trần","Bình",""]
#     humanname: ["","Trần Bình","An",""]
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" parse-full-name@1.2.7 \
  another-name-parser@0.1.0 humanname@0.2.2 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import another from 'another-name-parser';
import humanname from 'humanname';
import { parseFullName } from 'parse-full-name';

const libraries = {
  'parse-full-name': (name) => parseFullName(name),
  'another-name-parser': (name) => another(name),
  humanname: (name) => {
    const { firstName, lastName, suffix } = humanname.parse(name);
    return { first: firstName, last: lastName, suffix };
  },
};
for (const name of ['Novak, Ada', 'García Ruiz, Elena', 'Anna Ma', 'Lan Do', 'Vi Novak', 'Trần Bình An']) {
  console.log(name);
  for (const [library, parse] of Object.entries(libraries)) {
    const { title, prefix, first, last, suffix } = parse(name);
    console.log(`  ${library}: ${JSON.stringify([title || prefix || '', first || '', last || '', suffix || ''])}`);
  }
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
Novak, Ada
  parse-full-name: ["","Ada","Novak",""]
  another-name-parser: ["","Ada","Novak",""]
  humanname: ["","Novak","Ada",""]
García Ruiz, Elena
  parse-full-name: ["","García","Ruiz","Elena"]
  another-name-parser: ["","Elena","Ruiz",""]
  humanname: ["","García Ruiz","Elena",""]
Anna Ma
  parse-full-name: ["","Anna","Ma",""]
  another-name-parser: ["","Anna","Ma",""]
  humanname: ["","Anna","","MA"]
Lan Do
  parse-full-name: ["","Lan","Do",""]
  another-name-parser: ["","Lan","","Do"]
  humanname: ["","Lan","Do",""]
Vi Novak
  parse-full-name: ["","Vi","Novak",""]
  another-name-parser: ["","Novak","","Vi"]
  humanname: ["","Vi","Novak",""]
Trần Bình An
  parse-full-name: ["","Trần","An",""]
  another-name-parser: ["An","Trần","Bình",""]
  humanname: ["","Trần Bình","An",""]
SEEN
