#!/bin/sh
# exceljs with a number format that has the unit of a duration
#
# Guess: a number is a date if its format has codes of dates. Text in a format is written in quotation marks or, one
#   character at a time, after a backslash (ISO/IEC 29500, §18.8.31), so `0" min"` and `0\ \m\i\n` are the same format,
#   as are `0"h"` and `0\h`; `0" d"` counts days.
# What happens: exceljs takes out what is in quotation marks, not what is after a backslash, and reads the number as a
#   date: a talk of 45 minutes becomes 13 February 1900, one of 2 hours New Year's Day. It does so with a file that it
#   has written itself. SheetJS and read-excel-file return 45 and 2.
# Version: exceljs 4.4.0, xlsx (SheetJS) 0.18.5, read-excel-file 9.3.17
# Output seen:
#   format:          0" min"; 0\ \m\i\n; 0"h"; 0\h;
#   exceljs:         [45,"1900-02-13T00:00:00.000Z",2,"1900-01-01T00:00:00.000Z"]
#   SheetJS:         [45,45,2,2]
#   shown:           ["45 min","45 min","2h","2h"]
#   read-excel-file: [45,45,2,2]
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

const durations = [
  ['0" min"', 45],
  ['0\\ \\m\\i\\n', 45],
  ['0"h"', 2],
  ['0\\h', 2],
];
const workbook = new ExcelJS.Workbook();
const row = workbook.addWorksheet('Talks').addRow(durations.map(([, value]) => value));
for (const [place, [format]] of durations.entries()) row.getCell(place + 1).numFmt = format;
const bytes = await workbook.xlsx.writeBuffer();

const read = await new ExcelJS.Workbook().xlsx.load(bytes);
const { Talks } = XLSX.read(bytes, { cellDates: true }).Sheets;
console.log('format:         ', ...durations.map(([format]) => `${format};`));
console.log('exceljs:        ', JSON.stringify(read.worksheets[0].getRow(1).values.slice(1)));
console.log('SheetJS:        ', JSON.stringify(XLSX.utils.sheet_to_json(Talks, { header: 1 })[0]));
console.log('shown:          ', JSON.stringify(XLSX.utils.sheet_to_json(Talks, { header: 1, raw: false })[0]));
console.log('read-excel-file:', JSON.stringify((await readSheet(Buffer.from(bytes)))[0]));
JS
TZ=UTC node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
format:          0" min"; 0\ \m\i\n; 0"h"; 0\h;
exceljs:         [45,"1900-02-13T00:00:00.000Z",2,"1900-01-01T00:00:00.000Z"]
SheetJS:         [45,45,2,2]
shown:           ["45 min","45 min","2h","2h"]
read-excel-file: [45,45,2,2]
SEEN
