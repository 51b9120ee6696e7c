#!/bin/sh
# SheetJS with the dates of a workbook that counts from 1904
#
# Guess: `cellDates: true` yields the date that the spreadsheet shows. The workbook says whether its days count from
#   1900 or from 1904 (`date1904`, long the default of Excel for the Mac); SheetJS reads this flag.
# What happens: the flag is in `Workbook.WBProps`, and the formatted text of the cell follows it; the date does not.
#   Every date is four years and a day too early: Saturday, 5 June 2027, becomes Sunday, 4 June 2023, beside a text that
#   is right. exceljs reads the same file rightly.
# Version: xlsx (SheetJS) 0.18.5, exceljs 4.4.0
# Output seen:
#   counts from 1900; SheetJS knows it: true
#     exceljs: 2027-06-05T09:30:00.000Z
#     SheetJS: 2027-06-05T09:30:00.000Z (shown as Sat 2027-06-05 09:30)
#   counts from 1904; SheetJS knows it: true
#     exceljs: 2027-06-05T09:30:00.000Z
#     SheetJS: 2023-06-04T09:30:00.000Z (shown as Sat 2027-06-05 09:30)
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" xlsx@0.18.5 exceljs@4.4.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import ExcelJS from 'exceljs';
import XLSX from 'xlsx';

for (const date1904 of [false, true]) {
  const workbook = new ExcelJS.Workbook();
  workbook.properties.date1904 = date1904;
  workbook.addWorksheet('Talks').addRow([new Date('2027-06-05T09:30:00Z')]).getCell(1).numFmt = 'ddd yyyy-mm-dd hh:mm';
  const bytes = await workbook.xlsx.writeBuffer();
  const again = await new ExcelJS.Workbook().xlsx.load(bytes);
  const book = XLSX.read(bytes, { cellDates: true });
  const text = XLSX.utils.sheet_to_json(XLSX.read(bytes).Sheets.Talks, { header: 1, raw: false })[0][0];
  console.log(`counts from ${date1904 ? 1904 : 1900}; SheetJS knows it: ${book.Workbook.WBProps.date1904 === date1904}`);
  console.log('  exceljs:', again.worksheets[0].getCell('A1').value.toISOString());
  console.log('  SheetJS:', book.Sheets.Talks.A1.v.toISOString(), `(shown as ${text})`);
}
JS
TZ=UTC node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
counts from 1900; SheetJS knows it: true
  exceljs: 2027-06-05T09:30:00.000Z
  SheetJS: 2027-06-05T09:30:00.000Z (shown as Sat 2027-06-05 09:30)
counts from 1904; SheetJS knows it: true
  exceljs: 2027-06-05T09:30:00.000Z
  SheetJS: 2023-06-04T09:30:00.000Z (shown as Sat 2027-06-05 09:30)
SEEN
