#!/bin/sh
# accept-language-parser, accept-language and intl-parse-accept-language with q=0 and with spaces
#
# Guess: a language with `q=0` is not acceptable (RFC 9110 §12.4.2), so it is not chosen: a reader who sends `de, en;q=0`
#   gets no English. Spaces around the semicolon are allowed (§12.4.2: `OWS ";" OWS "q="`).
# What happens: all three offer English: accept-language-parser and accept-language choose it, intl-parse-accept-language
#   lists it. With a space before the semicolon accept-language-parser takes no weight at all, so `de ; q=0.1, en` is
#   German, and finds a language called `q`. negotiator does as guessed.
# Version: accept-language-parser 1.5.0, accept-language 3.0.20, intl-parse-accept-language 1.0.0, negotiator 1.1.0
# Output seen:
#   "de, en;q=0" with fr and en
#     accept-language-parser: en
#     accept-language: en
#     intl-parse-accept-language: de, en
#     negotiator: none
#   "de;q=0.1, en" with de and en
#     accept-language-parser: en
#     accept-language: en
#     intl-parse-accept-language: en, de
#     negotiator: en
#   "de ; q=0.1 , en" with de and en
#     accept-language-parser: de
#     accept-language: en
#     intl-parse-accept-language: en, de
#     negotiator: en
#   de 1, q 1
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" accept-language-parser@1.5.0 \
  accept-language@3.0.20 intl-parse-accept-language@1.0.0 negotiator@1.1.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import acceptLanguage from 'accept-language';
import parser from 'accept-language-parser';
import { parseAcceptLanguage } from 'intl-parse-accept-language';
import Negotiator from 'negotiator';

const headers = { 'de, en;q=0': ['fr', 'en'], 'de;q=0.1, en': ['de', 'en'], 'de ; q=0.1 , en': ['de', 'en'] };
for (const [header, languages] of Object.entries(headers)) {
  const chosen = acceptLanguage.create();
  chosen.languages(languages);
  const negotiator = new Negotiator({ headers: { 'accept-language': header } });
  console.log(`"${header}" with ${languages.join(' and ')}`);
  console.log(`  accept-language-parser: ${parser.pick(languages, header)}`);
  console.log(`  accept-language: ${chosen.get(header)}`);
  console.log(`  intl-parse-accept-language: ${parseAcceptLanguage(header).join(', ')}`);
  console.log(`  negotiator: ${negotiator.language(languages) ?? 'none'}`);
}
console.log(parser.parse('de ; q=0.1').map(({ code, quality }) => `${code} ${quality}`).join(', '));
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
"de, en;q=0" with fr and en
  accept-language-parser: en
  accept-language: en
  intl-parse-accept-language: de, en
  negotiator: none
"de;q=0.1, en" with de and en
  accept-language-parser: en
  accept-language: en
  intl-parse-accept-language: en, de
  negotiator: en
"de ; q=0.1 , en" with de and en
  accept-language-parser: de
  accept-language: en
  intl-parse-accept-language: en, de
  negotiator: en
de 1, q 1
SEEN
