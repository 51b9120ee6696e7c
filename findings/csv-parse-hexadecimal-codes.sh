#!/bin/sh
# csv-parse, papaparse and d3-dsv with codes that look like hexadecimal numbers
#
# Guess: a reader that makes numbers of the cells that are numbers either reads `0xCAFE` as 51966 or keeps the text.
# What happens: csv-parse with `cast: true` makes every such code 0, those in binary and octal form too, without an error:
#   codes of talks and badges that were different become the same. d3-dsv reads 51966, papaparse keeps the text. All
#   three make 700 of the code `7E2`. Cast by column instead.
# Version: csv-parse 7.0.3, papaparse 5.7.1, d3-dsv 3.0.2
# Output seen:
#   csv-parse [0,0,0,0,700]
#   papaparse ["0xCAFE","0x1F","0b11","0o17",700]
#   d3-dsv [51966,31,3,15,700]
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" csv-parse@7.0.3 papaparse@5.7.1 d3-dsv@3.0.2 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { parse } from 'csv-parse/sync';
import { autoType, csvParse } from 'd3-dsv';
import Papa from 'papaparse';

const text = 'code,title\n0xCAFE,A\n0x1F,B\n0b11,C\n0o17,D\n7E2,E';
const show = (name, rows) => console.log(name, JSON.stringify(rows.map(({ code }) => code)));
show('csv-parse', parse(text, { columns: true, cast: true }));
show('papaparse', Papa.parse(text, { header: true, dynamicTyping: true }).data);
show('d3-dsv', [...csvParse(text, autoType)]);
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
csv-parse [0,0,0,0,700]
papaparse ["0xCAFE","0x1F","0b11","0o17",700]
d3-dsv [51966,31,3,15,700]
SEEN
