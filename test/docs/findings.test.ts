import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { allPages, root } from './pages.js';

const VERSION = /\b\d+\.\d+\.\d+\b/g;

/** Rows of tables that link to a script: its name, and the versions in the row. */
const rows = allPages().flatMap(({ path, text }) =>
  [...text.matchAll(/^\|.*\]\(\.\.\/findings\/([\w-]+\.sh)\).*\|$/gm)].map(([row, script = '']) => ({
    page: basename(path),
    script,
    versions: row.match(VERSION) ?? [],
  })),
);

it('pages warn of libraries with the versions that the scripts in findings/ run', () => {
  expect(rows.length).toBeGreaterThan(10);
  const isStated = ({ script, versions }: (typeof rows)[number]) => {
    const [version = ''] =
      /^# Version:[^]*?^# Output/m.exec(readFileSync(join(root, 'findings', script), 'utf8')) ?? [];
    return versions.length > 0 && versions.every((one) => version.includes(one));
  };
  expect(rows.filter((row) => !isStated(row))).toEqual([]);
});
