// Prints docs/frontend.md: below each comment that names a file of docs/frontend or examples, inserts that file, as
// compiled and tested.
import { readFileSync } from 'node:fs';

const place = /^(<!-- ((?:docs\/frontend|examples\/\w+)\/[\w.-]+) -->\n\n```\w+\n)[^]*?^```$/gm;

process.stdout.write(
  readFileSync('docs/frontend.md', 'utf8').replace(
    place,
    (_, opening, file) => `${opening}${readFileSync(file, 'utf8')}\`\`\``,
  ),
);
