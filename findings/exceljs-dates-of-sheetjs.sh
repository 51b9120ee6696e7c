#!/bin/sh
# exceljs with the dates that SheetJS writes
#
# Guess: a date cell that one library writes is the same date for the other. SheetJS writes numbers with a date format,
#   or with `cellDates: true` cells of the type `d` with ISO 8601 text, which ISO/IEC 29500 (§18.18.11) has for this.
# What happens: exceljs does not know the type `d`: it reads the leading digits of the text as a number, the year, and
#   takes it for a number of days. Every talk of 2027, at any time of any day, starts on 19 July 1905; without a date
#   format it is the number 2027. read-excel-file reads the same file rightly.
# Version: exceljs 4.4.0, xlsx (SheetJS) 0.18.5, read-excel-file 9.3.17
# Output seen:
#   cellDates: false
#     exceljs: 2027-06-05T09:30:00.000Z 2027-10-31T14:00:00.000Z
#     read-excel-file: 2027-06-05T09:30:00.000Z 2027-10-31T14:00:00.000Z
#   cellDates: true
#     exceljs: 1905-07-19T00:00:00.000Z 1905-07-19T00:00:00.000Z
#     read-excel-file: 2027-06-05T09:30:00.000Z 2027-10-31T14:00:00.000Z
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" \
  exceljs@4.4.0 xlsx@0.18.5 read-excel-file@9.3.17 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import ExcelJS from 'exceljs';
import { readSheet } from 'read-excel-file/node';
import XLSX from 'xlsx';

const starts = ['2027-06-05T09:30:00Z', '2027-10-31T14:00:00Z'].map((text) => new Date(text));
const show = (reader, values) => console.log(`  ${reader}:`, ...values.map((value) => value.toISOString?.() ?? value));
for (const cellDates of [false, true]) {
  console.log(`cellDates: ${cellDates}`);
  const sheet = XLSX.utils.aoa_to_sheet([starts], { cellDates });
  const book = { SheetNames: ['Talks'], Sheets: { Talks: sheet } };
  const bytes = XLSX.write(book, { type: 'buffer', bookType: 'xlsx', cellDates });
  const workbook = await new ExcelJS.Workbook().xlsx.load(bytes);
  show('exceljs', workbook.worksheets[0].getRow(1).values.slice(1));
  show('read-excel-file', (await readSheet(bytes))[0]);
}
JS
TZ=UTC node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
cellDates: false
  exceljs: 2027-06-05T09:30:00.000Z 2027-10-31T14:00:00.000Z
  read-excel-file: 2027-06-05T09:30:00.000Z 2027-10-31T14:00:00.000Z
cellDates: true
  exceljs: 1905-07-19T00:00:00.000Z 1905-07-19T00:00:00.000Z
  read-excel-file: 2027-06-05T09:30:00.000Z 2027-10-31T14:00:00.000Z
SEEN
