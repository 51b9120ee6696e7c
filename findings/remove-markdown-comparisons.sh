#!/bin/sh
# remove-markdown with comparisons, types and parentheses in addresses
#
# Guess: a comment as plain text keeps what is no Markdown: `2 < 3 and 5 > 4` has no HTML, since a tag begins with a
#   letter right after the bracket (CommonMark, 6.6); code in backticks is literal (6.1); an address may have balanced
#   parentheses (6.3).
# What happens: all between the first `<` and the next `>` is removed, also across words and in code: of `2 < 3 and 5 > 4`
#   remains `2 4`, of `` `List<Talk>` `` the word List. The address of a link ends at its first closing parenthesis, and
#   the rest of it is in the text. Tables stay as they are. strip-markdown, which parses, keeps the texts.
# Version: remove-markdown 0.7.0, strip-markdown 6.0.0 with remark 15.0.1
# Output seen:
#   Quorum if 2 < 3 and 5 > 4.
#     remove-markdown: Quorum if 2  4.
#     strip-markdown: Quorum if 2 < 3 and 5 > 4.
#   The type `List<Talk>` was **new** to me.
#     remove-markdown: The type List was new to me.
#     strip-markdown: The type List\<Talk> was new to me.
#   See [the slides](https://example.org/ropes_(2027)) again.
#     remove-markdown: See the slides) again.
#     strip-markdown: See the slides again.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" remove-markdown@0.7.0 strip-markdown@6.0.0 \
  remark@15.0.1 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/strip.mjs" <<'JS'
import { remark } from 'remark';
import removeMarkdown from 'remove-markdown';
import stripMarkdown from 'strip-markdown';

for (const text of [
  'Quorum if 2 < 3 and 5 > 4.',
  'The type `List<Talk>` was **new** to me.',
  'See [the slides](https://example.org/ropes_(2027)) again.',
]) {
  console.log(text);
  console.log(`  remove-markdown: ${removeMarkdown(text)}`);
  console.log(`  strip-markdown: ${String(await remark().use(stripMarkdown).process(text)).trim()}`);
}
JS
node "$dir/strip.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
Quorum if 2 < 3 and 5 > 4.
  remove-markdown: Quorum if 2  4.
  strip-markdown: Quorum if 2 < 3 and 5 > 4.
The type `List<Talk>` was **new** to me.
  remove-markdown: The type List was new to me.
  strip-markdown: The type List\<Talk> was new to me.
See [the slides](https://example.org/ropes_(2027)) again.
  remove-markdown: See the slides) again.
  strip-markdown: See the slides again.
SEEN
