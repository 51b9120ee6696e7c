#!/bin/sh
# postal-mime and mailparser with a quotation in format=flowed
#
# Guess: a parser that joins flowed lines knows their quotation marks (RFC 3676 §4.5): `> one ` and `> two` are the quoted
#   paragraph `> one two`.
# What happens: postal-mime joins the lines as they are: the marks of the second and later lines land inside the text,
#   `> one > two`. A reply that quotes feedback has a `>` in the middle of its sentences. mailparser takes them out.
# Version: postal-mime 4.0.0, mailparser 3.14.2
# Output seen:
#   postal-mime "> The talk was > very good.\n>> Which one?\nThe keynote of today.\n"
#   mailparser "> The talk was very good.\n>> Which one?\nThe keynote of today."
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" postal-mime@4.0.0 mailparser@3.14.2 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const message = [
  ...['From: Jo <jo@example.org>', 'To: hosts@example.org', 'Subject: Re: Feedback', 'Message-ID: <1@example.org>'],
  ...['Content-Type: text/plain; charset=utf-8; format=flowed', ''],
  ...['> The talk was ', '> very good.', '>> Which one?', 'The keynote ', 'of today.', ''],
].join('\r\n');
console.log('postal-mime', JSON.stringify((await PostalMime.parse(message)).text));
console.log('mailparser', JSON.stringify((await simpleParser(message)).text));
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
postal-mime "> The talk was > very good.\n>> Which one?\nThe keynote of today.\n"
mailparser "> The talk was very good.\n>> Which one?\nThe keynote of today."
SEEN
