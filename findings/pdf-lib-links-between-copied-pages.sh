#!/bin/sh
# pdf-lib with links between the pages of a programme that gets a cover
#
# Guess: copyPages with all pages of a document in one call keeps the links between them: the contents lead to the copied page
#   of the talk. At worst they do nothing.
# What happens: the page that a link points to is copied once more, as an object that is no page of the new document. pdf.js
#   takes it for the first page, so each entry of the contents leads to the cover. Links by name have no destination, since the
#   names are not copied. Saving the loaded document keeps both, so insert the cover there (insertPage). @cantoo/pdf-lib, its
#   maintained fork, does the same.
# Version: pdf-lib 1.17.1, @cantoo/pdf-lib 2.11.1, pdfkit 0.20.2 (writer), pdfjs-dist 5.6.205 (reader)
# Output seen:
#   pdfkit: by page 2, by page 3, by name 2
#   pdf-lib, cover inserted: by page 3, by page 4, by name 3
#   pdf-lib, copied behind a cover: by page 1, by page 1, by name none
#   @cantoo/pdf-lib, copied behind a cover: by page 1, by page 1, by name none
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --omit=optional --no-audit --no-fund --silent --prefix "$dir" pdf-lib@1.17.1 \
  @cantoo/pdf-lib@2.11.1 pdfkit@0.20.2 pdfjs-dist@5.6.205 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/copy.mjs" <<'JS'
import { buffer } from 'node:stream/consumers';
import { PDFDocument as Fork } from '@cantoo/pdf-lib';
import { PDFDocument } from 'pdf-lib';
import PDFKit from 'pdfkit';

// pdf.js wants a canvas, which is not needed to read links.
globalThis.DOMMatrix ??= class {};
console.warn = () => {};
const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');

/** A page of contents with links to the pages of two talks. */
async function programme() {
  const document = new PDFKit({ bufferPages: true });
  document.text('Contents: Networks, Feedback');
  document.addPage().text('Networks');
  document.addNamedDestination('networks');
  document.addPage().text('Feedback');
  document.switchToPage(0);
  document.link(72, 100, 100, 20, 1);
  document.link(72, 130, 100, 20, 2);
  document.goTo(72, 160, 100, 20, 'networks');
  document.end();
  return buffer(document);
}
async function inserted(bytes) {
  const document = await PDFDocument.load(bytes);
  document.insertPage(0);
  return document.save();
}
async function copied(Document, bytes) {
  const document = await Document.create();
  document.addPage();
  for (const page of await document.copyPages(await Document.load(bytes), [0, 1, 2])) document.addPage(page);
  return document.save();
}
/** The pages that the links lead to, for a reader. */
async function show(name, bytes) {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const links = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    for (const { dest } of await (await document.getPage(page)).getAnnotations()) {
      const to = typeof dest === 'string' ? await document.getDestination(dest) : dest;
      links.push(`by ${typeof dest === 'string' ? 'name' : 'page'} ${to ? (await document.getPageIndex(to[0])) + 1 : 'none'}`);
    }
  }
  console.log(`${name}: ${links.join(', ')}`);
}
const bytes = await programme();
await show('pdfkit', bytes);
await show('pdf-lib, cover inserted', await inserted(bytes));
await show('pdf-lib, copied behind a cover', await copied(PDFDocument, bytes));
await show('@cantoo/pdf-lib, copied behind a cover', await copied(Fork, bytes));
JS
node "$dir/copy.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
pdfkit: by page 2, by page 3, by name 2
pdf-lib, cover inserted: by page 3, by page 4, by name 3
pdf-lib, copied behind a cover: by page 1, by page 1, by name none
@cantoo/pdf-lib, copied behind a cover: by page 1, by page 1, by name none
SEEN
