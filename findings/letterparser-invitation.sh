#!/bin/sh
# letterparser with an invitation to a talk, and with names of files in other scripts
#
# Guess: the calendar of an invitation (text/calendar beside the text, RFC 6047) is an attachment, as with postal-mime, or is
#   left out; and the text is the text. The name of a file may be written as `filename*=` (RFC 2231), as mail programs do when
#   it is not ASCII.
# What happens: each text part without a disposition is added to the text, so that a comment ends in BEGIN:VCALENDAR; the method
#   of the invitation is lost, and there is no attachment. A name written as `filename*=` is not read. Plain names are, and
#   text parts with the disposition "attachment" are attachments.
# Version: letterparser 0.1.8, postal-mime 4.0.0
# Output seen:
#   invitation: letterparser "I shall come.\nBEGIN:VCALENDAR\nEND:VCALENDAR" with 0 attachments
#   invitation: postal-mime "I shall come.\n" with 1 attachments: text/calendar REQUEST
#   ratings.csv: letterparser "See below." with 1 attachments: ratings.csv
#   ratings.csv: postal-mime "See below.\n" with 1 attachments: ratings.csv
#   für.csv: letterparser "See below." with 1 attachments: unnamed
#   für.csv: postal-mime "See below.\n" with 1 attachments: für.csv
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" letterparser@0.1.8 postal-mime@4.0.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { extract } from 'letterparser';
import PostalMime from 'postal-mime';

const part = (...lines) => ['--b', ...lines];
const message = (kind, ...parts) =>
  [
    ...['From: jo@example.org', 'To: hosts@example.org', 'Subject: Re: Feedback', 'Message-ID: <1@example.org>'],
    ...['MIME-Version: 1.0', `Content-Type: multipart/${kind}; boundary="b"`, ''],
    ...[...parts.flat(), '--b--', ''],
  ].join('\r\n');
const text = (words) => part('Content-Type: text/plain; charset=utf-8', '', words);
const csv = (name) =>
  part('Content-Type: text/csv; charset=utf-8', `Content-Disposition: attachment; ${name}`, '', 'talk,rating', '7,5');
const calendar = part('Content-Type: text/calendar; charset=utf-8; method=REQUEST', '', 'BEGIN:VCALENDAR', 'END:VCALENDAR');

const messages = {
  invitation: message('alternative', text('I shall come.'), calendar),
  'ratings.csv': message('mixed', text('See below.'), csv('filename="ratings.csv"')),
  'für.csv': message('mixed', text('See below.'), csv("filename*=utf-8''f%C3%BCr.csv")),
};
const nameOf = ({ filename, mimeType, method }) => filename ?? (method ? `${mimeType} ${method}` : 'unnamed');
const readers = { letterparser: extract, 'postal-mime': (source) => PostalMime.parse(source) };
for (const [name, source] of Object.entries(messages)) {
  for (const [reader, read] of Object.entries(readers)) {
    const { text: words, attachments } = await read(source);
    const names = attachments.map(nameOf).join(', ');
    console.log(
      `${name}: ${reader} ${JSON.stringify(words)} with ${attachments.length} attachments${names && `: ${names}`}`,
    );
  }
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
invitation: letterparser "I shall come.\nBEGIN:VCALENDAR\nEND:VCALENDAR" with 0 attachments
invitation: postal-mime "I shall come.\n" with 1 attachments: text/calendar REQUEST
ratings.csv: letterparser "See below." with 1 attachments: ratings.csv
ratings.csv: postal-mime "See below.\n" with 1 attachments: ratings.csv
für.csv: letterparser "See below." with 1 attachments: unnamed
für.csv: postal-mime "See below.\n" with 1 attachments: für.csv
SEEN
