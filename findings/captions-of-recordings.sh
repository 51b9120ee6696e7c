#!/bin/sh
# node-webvtt, subtitle, @plussub/srt-vtt-parser and subsrt-ts with captions of a recording
#
# Guess: a reader of WebVTT reads a file with a title in its first line, with a style or a region before the first cue,
#   and with settings behind the times, or skips these parts (W3C WebVTT, §4.1, §6.1); the cue has its start and its end.
# What happens: each of the four fails for another part. node-webvtt and subtitle raise an error for STYLE and REGION
#   (node-webvtt skips them with `strict: false`). For subsrt-ts a file whose first line has a title is no WebVTT.
#   @plussub/srt-vtt-parser gives a cue with settings the end NaN, without an error, unless its times have hours: a
#   comparison with it is always false. media-captions reads all of them.
# Version: node-webvtt 2.0.0, subtitle 4.2.2, @plussub/srt-vtt-parser 2.0.5, subsrt-ts 2.1.2, media-captions 1.0.4
# Output seen:
#   plain
#     node-webvtt: from 1 to 3.5
#     subtitle: from 1000 to 3500
#     plussub: from 1000 to 3500
#     subsrt-ts: from 1000 to 3500
#     media-captions: from 1 to 3.5
#   with a title
#     node-webvtt: from 1 to 3.5
#     subtitle: from 1000 to 3500
#     plussub: from 1000 to 3500
#     subsrt-ts: error: Cannot determine subtitle format
#     media-captions: from 1 to 3.5
#   with a style
#     node-webvtt: error: Cue identifier needs to be followed by timestamp (cue #0)
#     subtitle: error: expected timestamp at row 3, but received: "STYLE"
#     plussub: from 1000 to 3500
#     subsrt-ts: from 1000 to 3500
#     media-captions: from 1 to 3.5
#   with a region
#     node-webvtt: error: Cue identifier needs to be followed by timestamp (cue #0)
#     subtitle: error: expected timestamp at row 3, but received: "REGION"
#     plussub: from 1000 to 3500
#     subsrt-ts: from 1000 to 3500
#     media-captions: from 1 to 3.5
#   with settings
#     node-webvtt: from 1 to 3.5
#     subtitle: from 1000 to 3500
#     plussub: from 1000 to NaN
#     subsrt-ts: from 1000 to 3500
#     media-captions: from 1 to 3.5
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" node-webvtt@2.0.0 subtitle@4.2.2 \
  @plussub/srt-vtt-parser@2.0.5 subsrt-ts@2.1.2 media-captions@1.0.4 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { parse as plussub } from '@plussub/srt-vtt-parser';
import { parseText } from 'media-captions';
import webvtt from 'node-webvtt';
import { parse as subsrt } from 'subsrt-ts';
import { parseSync } from 'subtitle';

const cue = '00:01.000 --> 00:03.500\nWelcome\n';
const files = {
  plain: `WEBVTT\n\n${cue}`,
  'with a title': `WEBVTT - Ropes\n\n${cue}`,
  'with a style': `WEBVTT\n\nSTYLE\n::cue { color: white }\n\n${cue}`,
  'with a region': `WEBVTT\n\nREGION\nid:speaker\nlines:3\n\n${cue}`,
  'with settings': `WEBVTT\n\n${cue.replace('.500', '.500 align:start position:10%')}`,
};
const readers = {
  'node-webvtt': (text) => webvtt.parse(text).cues.map(({ start, end }) => [start, end]),
  subtitle: (text) => parseSync(text).flatMap(({ type, data }) => (type === 'cue' ? [[data.start, data.end]] : [])),
  plussub: (text) => plussub(text).entries.map(({ from, to }) => [from, to]),
  'subsrt-ts': (text) => subsrt(text).flatMap(({ type, start, end }) => (type === 'caption' ? [[start, end]] : [])),
  'media-captions': async (text) =>
    (await parseText(text, { type: 'vtt' })).cues.map(({ startTime, endTime }) => [startTime, endTime]),
};
for (const [name, text] of Object.entries(files)) {
  console.log(name);
  for (const [library, read] of Object.entries(readers)) {
    const times = await Promise.resolve()
      .then(() => read(text))
      .then(([times]) => `from ${times[0]} to ${times[1]}`)
      .catch(({ message }) => `error: ${message}`);
    console.log(`  ${library}: ${times}`);
  }
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
plain
  node-webvtt: from 1 to 3.5
  subtitle: from 1000 to 3500
  plussub: from 1000 to 3500
  subsrt-ts: from 1000 to 3500
  media-captions: from 1 to 3.5
with a title
  node-webvtt: from 1 to 3.5
  subtitle: from 1000 to 3500
  plussub: from 1000 to 3500
  subsrt-ts: error: Cannot determine subtitle format
  media-captions: from 1 to 3.5
with a style
  node-webvtt: error: Cue identifier needs to be followed by timestamp (cue #0)
  subtitle: error: expected timestamp at row 3, but received: "STYLE"
  plussub: from 1000 to 3500
  subsrt-ts: from 1000 to 3500
  media-captions: from 1 to 3.5
with a region
  node-webvtt: error: Cue identifier needs to be followed by timestamp (cue #0)
  subtitle: error: expected timestamp at row 3, but received: "REGION"
  plussub: from 1000 to 3500
  subsrt-ts: from 1000 to 3500
  media-captions: from 1 to 3.5
with settings
  node-webvtt: from 1 to 3.5
  subtitle: from 1000 to 3500
  plussub: from 1000 to NaN
  subsrt-ts: from 1000 to 3500
  media-captions: from 1 to 3.5
SEEN
