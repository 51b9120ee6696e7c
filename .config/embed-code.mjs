// Prints a page: below each comment that names a file of docs/frontend, docs/live or examples, inserts that file, as
// compiled and tested. Usage: embed-code.mjs [docs/page.md]
import { readFileSync } from 'node:fs';

const place = /^(<!-- ((?:docs\/frontend|docs\/live|examples\/\w+)\/[\w.-]+) -->\n\n```\w+\n)[^]*?^```$/gm;

process.stdout.write(
  readFileSync(process.argv[2] ?? 'docs/frontend.md', 'utf8').replace(
    place,
    (_, opening, file) => `${opening}${readFileSync(file, 'utf8')}\`\`\``,
  ),
);
