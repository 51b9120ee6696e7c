#!/bin/sh
# simple-xml-to-json with CDATA sections and entities
#
# Guess: a converter of XML yields the text of an element, in whichever of XML's three spellings it is written: `Ropes
#   &amp; knots`, `Ropes &#38; knots` and `<![CDATA[Ropes & knots]]>` are the same title.
# What happens: none of the three is the title. Entities and character references stay as they are written. A CDATA
#   section becomes an element whose name is empty, and its text the name of an attribute of it, whose value is the name
#   of the element around it. No error is raised. fast-xml-parser reads the predefined entities and the section.
# Version: simple-xml-to-json 1.2.7, fast-xml-parser 5.12.1
# Output seen:
#   Ropes
#     simple-xml-to-json {"content":"Ropes"}
#     fast-xml-parser "Ropes"
#   Ropes &amp; knots
#     simple-xml-to-json {"content":"Ropes &amp; knots"}
#     fast-xml-parser "Ropes & knots"
#   Ropes &#38; knots
#     simple-xml-to-json {"content":"Ropes &#38; knots"}
#     fast-xml-parser "Ropes & knots"
#   <![CDATA[Ropes & knots]]>
#     simple-xml-to-json {"children":[{"":{"![CDATA[Ropes & knots]]":"title"}}]}
#     fast-xml-parser "Ropes & knots"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" \
  simple-xml-to-json@1.2.7 fast-xml-parser@5.12.1 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { XMLParser } from 'fast-xml-parser';
import { convertXML } from 'simple-xml-to-json';

for (const title of ['Ropes', 'Ropes &amp; knots', 'Ropes &#38; knots', '<![CDATA[Ropes & knots]]>']) {
  const xml = `<event><title>${title}</title></event>`;
  const [read] = convertXML(xml).event.children;
  console.log(`${title}\n  simple-xml-to-json ${JSON.stringify(read.title)}`);
  console.log(`  fast-xml-parser ${JSON.stringify(new XMLParser({ htmlEntities: true }).parse(xml).event.title)}`);
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
Ropes
  simple-xml-to-json {"content":"Ropes"}
  fast-xml-parser "Ropes"
Ropes &amp; knots
  simple-xml-to-json {"content":"Ropes &amp; knots"}
  fast-xml-parser "Ropes & knots"
Ropes &#38; knots
  simple-xml-to-json {"content":"Ropes &#38; knots"}
  fast-xml-parser "Ropes & knots"
<![CDATA[Ropes & knots]]>
  simple-xml-to-json {"children":[{"":{"![CDATA[Ropes & knots]]":"title"}}]}
  fast-xml-parser "Ropes & knots"
SEEN
