#!/bin/sh
# mailparser and postal-mime with a date whose zone is a name
#
# Guess: of `Sat, 05 Jun 2027 09:00:00 CEST` a parser makes 09:00 UTC (RFC 5322 §4.3: names other than the ten listed
#   count as -0000) or 07:00 UTC; if it knows neither, there is no date.
# What happens: mailparser answers the time of reading, without a mark: a reply of last year sorts as the newest, and gets
#   another date at each reading. Only the header line shows it. postal-mime keeps the text, so its `date` is ISO 8601 for
#   most messages and something else for some. EST, one of the ten, is right in both.
# Version: mailparser 3.14.2, postal-mime 4.0.0
# Output seen:
#   +0200: mailparser 2027-06-05T07:00:00.000Z postal-mime 2027-06-05T07:00:00.000Z
#   EST: mailparser 2027-06-05T14:00:00.000Z postal-mime 2027-06-05T14:00:00.000Z
#   CEST: mailparser the time of reading postal-mime Sat, 05 Jun 2027 09:00:00 CEST
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" mailparser@3.14.2 postal-mime@4.0.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const HOUR = 3_600_000;
for (const zone of ['+0200', 'EST', 'CEST']) {
  const message = [
    ...['From: Hosts <hosts@example.org>', 'To: jo@example.org', 'Subject: Your talk', 'Message-ID: <1@example.org>'],
    ...[`Date: Sat, 05 Jun 2027 09:00:00 ${zone}`, 'Content-Type: text/plain', '', 'See you there', ''],
  ].join('\r\n');
  const { date } = await simpleParser(message);
  const shown = Math.abs(Date.now() - date) < HOUR ? 'the time of reading' : date.toISOString();
  console.log(`${zone}: mailparser ${shown} postal-mime ${(await PostalMime.parse(message)).date}`);
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
+0200: mailparser 2027-06-05T07:00:00.000Z postal-mime 2027-06-05T07:00:00.000Z
EST: mailparser 2027-06-05T14:00:00.000Z postal-mime 2027-06-05T14:00:00.000Z
CEST: mailparser the time of reading postal-mime Sat, 05 Jun 2027 09:00:00 CEST
SEEN
