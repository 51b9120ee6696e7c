#!/bin/sh
# planer with replies that answer by points, and with quotations behind a line that it does not know
#
# Guess: a reply from which quotations are removed keeps its own text, at least where nothing is quoted; and lines with `>` at
#   the end of a message are a quotation, whatever the line above them says.
# What happens: a line that begins with `Date:` or `From:` (also `Von:`, `Datum:`) counts as the head of a quoted message, with
#   nothing else required: the rest of the reply is removed, and of `Date: June would be better.` nothing remains. The lines
#   with `>` remain, with their marks, below the Spanish, Italian, Portuguese, Swedish and Polish forms of "… wrote:", and without
#   such a line. email-reply-parser keeps the former and removes the latter.
# Version: planer 1.2.0, email-reply-parser 2.3.9
# Output seen:
#   "Slides: clear\nDate: too late\nRoom: cold": planer "Slides: clear", email-reply-parser "Slides: clear\nDate: too late\nRoom: cold"
#   "Date: June would be better.\nThe rest was good.": planer "", email-reply-parser "Date: June would be better.\nThe rest was good."
#   "Good.\n\nEl sáb, 5 jun 2027 a las 14:05, Jo (<jo@example.org>) escribió:\n> How was it?": planer unchanged, email-reply-parser "Good."
#   "Good.\n\nOn Sat, Jun 5, 2027 at 2:05 PM Jo <jo@example.org> wrote:\n> How was it?": planer "Good.", email-reply-parser "Good."
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" planer@1.2.0 email-reply-parser@2.3.9 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.cjs" <<'JS'
const { default: EmailReplyParser } = require('email-reply-parser');
const planer = require('planer');

const readers = {
  planer: (text) => planer.extractFrom(text, 'text/plain'),
  'email-reply-parser': (text) => new EmailReplyParser().read(text).getVisibleText().trim(),
};
for (const text of [
  'Slides: clear\nDate: too late\nRoom: cold',
  'Date: June would be better.\nThe rest was good.',
  'Good.\n\nEl sáb, 5 jun 2027 a las 14:05, Jo (<jo@example.org>) escribió:\n> How was it?',
  'Good.\n\nOn Sat, Jun 5, 2027 at 2:05 PM Jo <jo@example.org> wrote:\n> How was it?',
]) {
  const seen = Object.entries(readers).map(([name, read]) => {
    const reply = read(text);
    return `${name} ${reply === text && text.includes('>') ? 'unchanged' : JSON.stringify(reply)}`;
  });
  console.log(`${JSON.stringify(text)}: ${seen.join(', ')}`);
}
JS
node "$dir/read.cjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
"Slides: clear\nDate: too late\nRoom: cold": planer "Slides: clear", email-reply-parser "Slides: clear\nDate: too late\nRoom: cold"
"Date: June would be better.\nThe rest was good.": planer "", email-reply-parser "Date: June would be better.\nThe rest was good."
"Good.\n\nEl sáb, 5 jun 2027 a las 14:05, Jo (<jo@example.org>) escribió:\n> How was it?": planer unchanged, email-reply-parser "Good."
"Good.\n\nOn Sat, Jun 5, 2027 at 2:05 PM Jo <jo@example.org> wrote:\n> How was it?": planer "Good.", email-reply-parser "Good."
SEEN
