#!/bin/sh
# structured-headers with decimals that round
#
# Guess: `serializeItem` writes what its own parser reads. A Decimal is rounded to three digits, half to even, and has at
#   least one digit after the point (RFC 9651 §4.1.5: `1.0`, not `1.`).
# What happens: a decimal that rounds to a whole number, such as the mean 3.9996 or the share 0.0002, ends with the point:
#   `4.` and `0.`. No parser accepts that, structured-headers neither; a Dictionary or List with one such member is lost
#   as a whole (§4.2). Ties are rounded up: 0.0625 becomes 0.063, where the other two libraries write 0.062, as the
#   standard says.
# Version: structured-headers 2.1.0, structured-field-values 2.0.4, @svta/cml-structured-field-values 1.1.6
# Output seen:
#   4.25: structured-headers 4.25 (read again: 4.25), others 4.25 and 4.25
#   3.9996: structured-headers 4. (read again: Error), others 4.0 and 4.0
#   0.0002: structured-headers 0. (read again: Error), others 0.0 and 0.0
#   0.0625: structured-headers 0.063 (read again: 0.063), others 0.062 and 0.062
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" structured-headers@2.1.0 \
  structured-field-values@2.0.4 @svta/cml-structured-field-values@1.1.6 @svta/cml-utils@1.6.1 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/write.mjs" <<'JS'
import { encodeSfItem } from '@svta/cml-structured-field-values';
import { encodeItem } from 'structured-field-values';
import { parseItem, serializeItem } from 'structured-headers';

const readAgain = (text) => {
  try {
    return parseItem(text)[0];
  } catch (error) {
    return error.name;
  }
};
for (const value of [4.25, 3.9996, 0.0002, 0.0625]) {
  const text = serializeItem([value, new Map()]);
  const others = `others ${encodeItem(value)} and ${encodeSfItem(value)}`;
  console.log(`${value}: structured-headers ${text} (read again: ${readAgain(text)}), ${others}`);
}
JS
node "$dir/write.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
4.25: structured-headers 4.25 (read again: 4.25), others 4.25 and 4.25
3.9996: structured-headers 4. (read again: Error), others 4.0 and 4.0
0.0002: structured-headers 0. (read again: Error), others 0.0 and 0.0
0.0625: structured-headers 0.063 (read again: 0.063), others 0.062 and 0.062
SEEN
