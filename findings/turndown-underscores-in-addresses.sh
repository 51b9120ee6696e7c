#!/bin/sh
# turndown and renderers of GitHub's Markdown with addresses in plain text
#
# Guess: HTML to Markdown and back returns a text such as `https://example.org/slides_final.pdf` as it was: turndown escapes
#   underscores, and renderers take the escapes out.
# What happens: renderers that make links of bare addresses read them before they read escapes (GFM, 6.9). The backslash
#   becomes a part of the URL: the link is dead, and shown with the backslash. Of `jo\_doe@example.org` marked links the end:
#   the mail goes to doe@example.org. Addresses that were links in the HTML, and those without underscores, are right.
# Version: turndown 7.2.5, marked 18.2.1, markdown-it 15.0.3 with linkify, micromark 4.0.3 with micromark-extension-gfm 3.0.0
# Output seen:
#   https://example.org/slides_final.pdf
#     marked: "https://example.org/slides\_final.pdf" to https://example.org/slides%5C_final.pdf
#     markdown-it: "https://example.org/slides\_final.pdf" to https://example.org/slides%5C_final.pdf
#     micromark: "https://example.org/slides\_final.pdf" to https://example.org/slides%5C_final.pdf
#   jo_doe@example.org
#     marked: "jo_doe@example.org" to mailto:doe@example.org
#     markdown-it: "jo_doe@example.org" to nothing
#     micromark: "jo_doe@example.org" to nothing
#   https://example.org/slides.pdf
#     marked: "https://example.org/slides.pdf" to https://example.org/slides.pdf
#     markdown-it: "https://example.org/slides.pdf" to https://example.org/slides.pdf
#     micromark: "https://example.org/slides.pdf" to https://example.org/slides.pdf
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" turndown@7.2.5 marked@18.2.1 markdown-it@15.0.3 \
  micromark@4.0.3 micromark-extension-gfm@3.0.0 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/convert.mjs" <<'JS'
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import Turndown from 'turndown';

const linkify = new MarkdownIt({ linkify: true });
const renderers = {
  marked: (text) => marked.parse(text),
  'markdown-it': (text) => linkify.render(text),
  micromark: (text) => micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
};
for (const address of ['https://example.org/slides_final.pdf', 'jo_doe@example.org', 'https://example.org/slides.pdf']) {
  console.log(address);
  const markdown = new Turndown().turndown(`<p>${address}</p>`);
  for (const [name, render] of Object.entries(renderers)) {
    const html = render(markdown);
    const shown = html.replace(/<[^>]*>/g, '').trim();
    console.log(`  ${name}: "${shown}" to ${/href="([^"]*)"/.exec(html)?.[1] ?? 'nothing'}`);
  }
}
JS
node "$dir/convert.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
https://example.org/slides_final.pdf
  marked: "https://example.org/slides\_final.pdf" to https://example.org/slides%5C_final.pdf
  markdown-it: "https://example.org/slides\_final.pdf" to https://example.org/slides%5C_final.pdf
  micromark: "https://example.org/slides\_final.pdf" to https://example.org/slides%5C_final.pdf
jo_doe@example.org
  marked: "jo_doe@example.org" to mailto:doe@example.org
  markdown-it: "jo_doe@example.org" to nothing
  micromark: "jo_doe@example.org" to nothing
https://example.org/slides.pdf
  marked: "https://example.org/slides.pdf" to https://example.org/slides.pdf
  markdown-it: "https://example.org/slides.pdf" to https://example.org/slides.pdf
  micromark: "https://example.org/slides.pdf" to https://example.org/slides.pdf
SEEN
