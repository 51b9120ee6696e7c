#!/bin/sh
# got's pagination with commas and several relations in a Link header
#
# Guess: `got.paginate` follows the next page of a Link header of RFC 8288: commas and semicolons belong to the address between
#   `<` and `>` and to quoted texts, and several relations may share a link (`rel="next last"`, §3.3).
# What happens: the header is cut at every comma and semicolon first. A filter by two tracks in the next address, or a comma in a
#   title, raises an error. The last but one page, whose next page is also the last one, silently ends the list: the talks of
#   the last page are missing. A plain `rel="next"` is followed. parse-link-header and http-link-header find
#   the next page in all of them.
# Version: got 14.6.6, parse-link-header 2.0.0, http-link-header 1.1.4
# Output seen:
#   </talks?track=js,ts&page=2>; rel="next" → got: Invalid format of the Link header reference; others: next, next
#   </talks?page=2>; rel="next"; title="Talks, page 2" → got: Invalid format of the Link header reference; others: next, next
#   </talks?page=2>; rel="next last" → got: 1 of 2 pages; others: next, next
#   </talks?page=2>; rel="next" → got: 2 of 2 pages; others: next, next
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" got@14.6.6 parse-link-header@2.0.0 \
  http-link-header@1.1.4 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/pages.mjs" <<'JS'
import { createServer } from 'node:http';
import got from 'got';
import LinkHeader from 'http-link-header';
import parseLinkHeader from 'parse-link-header';

let link;
const server = createServer((request, response) => {
  const first = !request.url.includes('page=2');
  response.writeHead(200, { 'Content-Type': 'application/json', ...(first && { Link: link }) });
  response.end(JSON.stringify([first ? 1 : 2]));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const first = `http://127.0.0.1:${server.address().port}/talks`;
for (link of [
  '</talks?track=js,ts&page=2>; rel="next"',
  '</talks?page=2>; rel="next"; title="Talks, page 2"',
  '</talks?page=2>; rel="next last"',
  '</talks?page=2>; rel="next"',
]) {
  const seen = await got.paginate.all(first).then(
    (pages) => `${pages.length} of 2 pages`,
    (error) => error.message.split(':')[0],
  );
  const others = [parseLinkHeader(link).next?.rel, LinkHeader.parse(link).rel('next')[0]?.rel];
  console.log(`${link} → got: ${seen}; others: ${others.join(', ')}`);
}
server.close();
JS
(cd "$dir" && timeout 60 node pages.mjs) >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
</talks?track=js,ts&page=2>; rel="next" → got: Invalid format of the Link header reference; others: next, next
</talks?page=2>; rel="next"; title="Talks, page 2" → got: Invalid format of the Link header reference; others: next, next
</talks?page=2>; rel="next last" → got: 1 of 2 pages; others: next, next
</talks?page=2>; rel="next" → got: 2 of 2 pages; others: next, next
SEEN
