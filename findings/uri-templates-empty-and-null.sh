#!/bin/sh
# url-template, uri-templates and uri-template-lite with empty lists, nulls and encoded names
#
# Guess: libraries of RFC 6570 agree on the links of a service: an empty list is undefined and expands to nothing, as do
#   undefined members of a list (§2.3, §3.2.1); the name of a variable is taken literally, also if it is percent-encoded
#   (`filter%5Btrack%5D`, §3.2.8); `{+path}` keeps what is percent-encoded (§3.2.3).
# What happens: each breaks one of these rules. url-template makes `?tracks=` of the empty list, which asks for talks
#   without a track in place of all (with `*` it is right), and encodes the name again, so that the service finds no
#   filter. The other two send the text `null` for a null in a list, and uri-template-lite makes %2520 of %20 in a path.
# Version: url-template 3.1.1, uri-templates 0.2.0, uri-template-lite 23.4.0
# Output seen:
#   /talks{?tracks} with []
#     url-template: /talks?tracks=
#     uri-templates: /talks
#     uri-template-lite: /talks
#   /talks{?tracks*} with []
#     url-template: /talks
#     uri-templates: /talks
#     uri-template-lite: /talks
#   /talks{?tracks*} with ["ropes",null]
#     url-template: /talks?tracks=ropes
#     uri-templates: /talks?tracks=ropes&tracks=null
#     uri-template-lite: /talks?tracks=ropes&tracks=null
#   /talks{?filter%5Btrack%5D} with "ropes"
#     url-template: /talks?filter%255Btrack%255D=ropes
#     uri-templates: /talks?filter%5Btrack%5D=ropes
#     uri-template-lite: /talks?filter%5Btrack%5D=ropes
#   {+path} with "/slides%20of%20day%202.pdf"
#     url-template: /slides%20of%20day%202.pdf
#     uri-templates: /slides%20of%20day%202.pdf
#     uri-template-lite: /slides%2520of%2520day%25202.pdf
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" url-template@3.1.1 uri-templates@0.2.0 \
  uri-template-lite@23.4.0 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/expand.mjs" <<'JS'
import lite from 'uri-template-lite';
import templates from 'uri-templates';
import { parseTemplate } from 'url-template';

const libraries = {
  'url-template': (template, values) => parseTemplate(template).expand(values),
  'uri-templates': (template, values) => templates(template).fill(values),
  'uri-template-lite': (template, values) => lite.expand(template, values),
};
const cases = [
  ['/talks{?tracks}', { tracks: [] }],
  ['/talks{?tracks*}', { tracks: [] }],
  ['/talks{?tracks*}', { tracks: ['ropes', null] }],
  ['/talks{?filter%5Btrack%5D}', { 'filter%5Btrack%5D': 'ropes' }],
  ['{+path}', { path: '/slides%20of%20day%202.pdf' }],
];
for (const [template, values] of cases) {
  console.log(`${template} with ${JSON.stringify(Object.values(values)[0])}`);
  for (const [name, expand] of Object.entries(libraries)) console.log(`  ${name}: ${expand(template, values)}`);
}
JS
node "$dir/expand.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
/talks{?tracks} with []
  url-template: /talks?tracks=
  uri-templates: /talks
  uri-template-lite: /talks
/talks{?tracks*} with []
  url-template: /talks
  uri-templates: /talks
  uri-template-lite: /talks
/talks{?tracks*} with ["ropes",null]
  url-template: /talks?tracks=ropes
  uri-templates: /talks?tracks=ropes&tracks=null
  uri-template-lite: /talks?tracks=ropes&tracks=null
/talks{?filter%5Btrack%5D} with "ropes"
  url-template: /talks?filter%255Btrack%255D=ropes
  uri-templates: /talks?filter%5Btrack%5D=ropes
  uri-template-lite: /talks?filter%5Btrack%5D=ropes
{+path} with "/slides%20of%20day%202.pdf"
  url-template: /slides%20of%20day%202.pdf
  uri-templates: /slides%20of%20day%202.pdf
  uri-template-lite: /slides%2520of%2520day%25202.pdf
SEEN
