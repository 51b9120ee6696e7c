#!/bin/sh
# The streaming reader of exceljs with Japanese names that have their reading
#
# Guess: of a name with furigana (the reading, which Excel's Japanese input method stores beside it as phonetic runs,
#   `rPh`), both readers of exceljs return the name. ISO/IEC 29500 (§18.4.6): a phonetic run is a hint for the
#   pronunciation, and no part of the text.
# What happens: the streaming reader (`stream.xlsx.WorkbookReader`), which is for large files, returns the last phonetic
#   run in place of the name: two speakers of one sheet become their given names in katakana. Names without furigana are
#   right, and `Workbook.xlsx.load` returns the name.
# Version: exceljs 4.4.0
# Output seen:
#   load:   山田太郎 鈴木花子 佐藤健
#   stream: タロウ ハナコ 佐藤健
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" exceljs@4.4.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import ExcelJS from 'exceljs';

const JSZip = createRequire(import.meta.resolve('exceljs'))('jszip');
const names = { '山田太郎': ['ヤマダ', 'タロウ'], '鈴木花子': ['スズキ', 'ハナコ'], '佐藤健': [] };
const written = new ExcelJS.Workbook();
written.addWorksheet('Speakers').addRow(Object.keys(names));
const zip = await JSZip.loadAsync(await written.xlsx.writeBuffer());
const path = 'xl/sharedStrings.xml';
let strings = await zip.file(path).async('string');
for (const [name, readings] of Object.entries(names)) {
  const runs = readings.map((text, place) => `<rPh sb="${2 * place}" eb="${2 * place + 2}"><t>${text}</t></rPh>`);
  strings = strings.replace(`<t>${name}</t>`, (text) => text + runs.join(''));
}
// Excel puts the worksheets at the end, as the streaming reader needs it.
const ordered = new JSZip();
const isSheet = ({ name }) => name.includes('worksheets');
const parts = Object.values(zip.files).filter(({ dir }) => !dir);
for (const part of parts.sort((one, other) => isSheet(one) - isSheet(other))) {
  ordered.file(part.name, part.name === path ? strings : await part.async('string'));
}
const bytes = await ordered.generateAsync({ type: 'nodebuffer' });

const { worksheets } = await new ExcelJS.Workbook().xlsx.load(bytes);
console.log('load:  ', worksheets[0].getRow(1).values.slice(1).join(' '));
for await (const worksheet of new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([bytes]), {})) {
  for await (const row of worksheet) console.log('stream:', row.values.slice(1).join(' '));
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
load:   山田太郎 鈴木花子 佐藤健
stream: タロウ ハナコ 佐藤健
SEEN
