#!/bin/sh
# pdfkit with a link whose address is not ASCII
#
# Guess: a link to `https://example.org/vorträge` is written percent-encoded, or as UTF-8: the URI of a link in a PDF is ASCII
#   (ISO 32000-1, 12.6.4.7), unlike titles.
# What happens: pdfkit writes the address as a text, which is UTF-16 with a byte order mark as soon as one character needs it.
#   Readers take the bytes for the address, with a null before each letter, so the link leads nowhere; on paper and screen it
#   looks right. Encode with new URL(…).href before.
# Version: pdfkit 0.20.2, pdf-lib 1.17.1 (reader)
# Output seen:
#   https://example.org/vortraege: 29 bytes, begins with "https://exam"
#   https://example.org/vortr%C3%A4ge: 33 bytes, begins with "https://exam"
#   https://example.org/vorträge: 58 bytes, begins with "þÿ\u0000h\u0000t\u0000t\u0000p\u0000s"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" pdfkit@0.20.2 pdf-lib@1.17.1 >"$dir/npm.log" 2>&1 ||
  { cat "$dir/npm.log"; exit 1; }
cat >"$dir/link.mjs" <<'JS'
import { buffer } from 'node:stream/consumers';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import PDFKit from 'pdfkit';

/** The bytes of the address of the only link. */
async function addressIn(link) {
  const document = new PDFKit();
  document.text('The talks', { link });
  document.end();
  const [page] = (await PDFDocument.load(await buffer(document))).getPages();
  return page.node.Annots().lookup(0, PDFDict).lookup(PDFName.of('A'), PDFDict).lookup(PDFName.of('URI')).asBytes();
}
for (const link of ['vortraege', 'vortr%C3%A4ge', 'vorträge'].map((path) => `https://example.org/${path}`)) {
  const bytes = await addressIn(link);
  const start = JSON.stringify(Buffer.from(bytes).toString('latin1', 0, 12)).replace(/\0/g, '\\u0000');
  console.log(`${link}: ${bytes.length} bytes, begins with ${start}`);
}
JS
node "$dir/link.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
https://example.org/vortraege: 29 bytes, begins with "https://exam"
https://example.org/vortr%C3%A4ge: 33 bytes, begins with "https://exam"
https://example.org/vorträge: 58 bytes, begins with "þÿ\u0000h\u0000t\u0000t\u0000p\u0000s"
SEEN
