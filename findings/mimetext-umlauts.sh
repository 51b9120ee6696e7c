#!/bin/sh
# mimetext with umlauts and long subjects
#
# Guess: a library that writes raw messages writes what RFC 2045 and 2047 allow: an encoded word has at most 75 characters
#   (§2), so that a long subject has several on folded lines; a text with umlauts is quoted-printable, base64 or 8bit; a
#   subject in ASCII stays as it is.
# What happens: each subject, in ASCII too, is one encoded word of any length, 300 characters and more. A text with
#   umlauts is sent as it is under the header `Content-Transfer-Encoding: 7bit`, and lines longer than 998 octets are not
#   broken. The name of an attachment is raw UTF-8 in its header. Parsers are lenient, but servers on the way may refuse
#   such a message or change it, which breaks its signature. With `encoding: 'base64'` the text must be encoded by the
#   caller.
# Version: mimetext 3.0.28
# Output seen:
#   subject: =?utf-8?B?UmF0aW5ncy…, encoded words of 340
#   Content-Transfer-Encoding: 7bit, text "Schöne Grüße"
#   longest line: 1200 octets
#   Content-Disposition: attachment; filename="Vorträge.csv"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" mimetext@3.0.28 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/write.mjs" <<'JS'
import { createMimeMessage } from 'mimetext';

const message = createMimeMessage();
message.setSender('talks@example.org');
message.setRecipient('ada@example.org');
message.setSubject(`Ratings of the talk about knots, ${'and about ropes, '.repeat(12)}and sails`);
message.addMessage({ contentType: 'text/plain', data: `Schöne Grüße\r\n${'x'.repeat(1200)}\r\n` });
message.addAttachment({ filename: 'Vorträge.csv', contentType: 'text/csv', data: 'YQ==' });
const raw = message.asRaw();
const subject = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(raw)[1];
const lengths = subject.split(/\s+/).map((word) => word.length);
console.log(`subject: ${subject.slice(0, 20)}…, encoded words of ${lengths.join(', ')}`);
const text = /Content-Type: text\/plain[^]*?\r?\n\r?\n(.*)/.exec(raw);
console.log(`${/Content-Transfer-Encoding: .*/.exec(text[0])[0].trim()}, text "${text[1].trim()}"`);
console.log(`longest line: ${Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))} octets`);
console.log(/Content-Disposition: .*/.exec(raw)[0]);
JS
node "$dir/write.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
subject: =?utf-8?B?UmF0aW5ncy…, encoded words of 340
Content-Transfer-Encoding: 7bit, text "Schöne Grüße"
longest line: 1200 octets
Content-Disposition: attachment; filename="Vorträge.csv"
SEEN
