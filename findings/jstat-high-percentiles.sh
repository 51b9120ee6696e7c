#!/bin/sh
# jStat with percentiles between the last two values
#
# Guess: `jStat.percentile(values, k)` interpolates between two values for every k, as it does for the lower ones, and as
#   PERCENTILE.INC of spreadsheets and percentile_cont of PostgreSQL do. With k of 0.5 it is the median.
# What happens: between the last two values it does not interpolate, but yields the lower one. Of ten response times, each
#   percentile from the 89th to the 99th is the ninth: the slow one does not count, and then, at 1, it is all. Of two ratings,
#   the 50th percentile is the lower one, not their median. simple-statistics and d3-array interpolate, and so does `jStat.quantiles` with the
#   plotting positions 1 and 1.
# Version: jstat 1.9.6, simple-statistics 7.12.1, d3-array 3.2.5
# Output seen:
#   0.25 of ten times: percentile 122.5, quantiles 122.5, simple-statistics 122.5, d3-array 122.5
#   0.85 of ten times: percentile 176.5, quantiles 176.5, simple-statistics 176.5, d3-array 176.5
#   0.90 of ten times: percentile 180.0, quantiles 260.0, simple-statistics 260.0, d3-array 260.0
#   0.95 of ten times: percentile 180.0, quantiles 620.0, simple-statistics 620.0, d3-array 620.0
#   1.00 of ten times: percentile 980.0, quantiles 980.0, simple-statistics 980.0, d3-array 980.0
#   ratings 2 and 5: 50th percentile 2, median 3.5
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" jstat@1.9.6 simple-statistics@7.12.1 d3-array@3.2.5 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/percentiles.mjs" <<'JS'
import { quantile } from 'd3-array';
import jstat from 'jstat';
import { quantile as simple } from 'simple-statistics';

const { jStat } = jstat;
const times = [100, 110, 120, 130, 140, 150, 160, 170, 180, 980];
for (const k of [0.25, 0.85, 0.9, 0.95, 1]) {
  const seen = {
    percentile: jStat.percentile(times, k),
    quantiles: jStat.quantiles(times, [k], 1, 1)[0],
    'simple-statistics': simple(times, k),
    'd3-array': quantile(times, k),
  };
  const values = Object.entries(seen).map(([name, value]) => `${name} ${value.toFixed(1)}`);
  console.log(`${k.toFixed(2)} of ten times: ${values.join(', ')}`);
}
console.log(`ratings 2 and 5: 50th percentile ${jStat.percentile([2, 5], 0.5)}, median ${jStat.median([2, 5])}`);
JS
node "$dir/percentiles.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
0.25 of ten times: percentile 122.5, quantiles 122.5, simple-statistics 122.5, d3-array 122.5
0.85 of ten times: percentile 176.5, quantiles 176.5, simple-statistics 176.5, d3-array 176.5
0.90 of ten times: percentile 180.0, quantiles 260.0, simple-statistics 260.0, d3-array 260.0
0.95 of ten times: percentile 180.0, quantiles 620.0, simple-statistics 620.0, d3-array 620.0
1.00 of ten times: percentile 980.0, quantiles 980.0, simple-statistics 980.0, d3-array 980.0
ratings 2 and 5: 50th percentile 2, median 3.5
SEEN
