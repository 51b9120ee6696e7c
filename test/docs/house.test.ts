import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from './pages.js';

const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const architecture = /^## Architecture$([^]*?)^## /m.exec(page)?.[1] ?? '';
const cells = [...architecture.matchAll(/^\| (`[^|]*?) *\|/gm)].map(([, cell = '']) => cell);

/** The paths in a cell: later ones are relative to the folder of the first, unless they are complete. */
function pathsOf(cell: string): string[] {
  const [first = '', ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace('/<noun>', ''));
  return [
    first,
    ...others.map((name) => (name.includes('/') || name.startsWith('.') ? name : join(dirname(first), name))),
  ];
}
const paths = cells.flatMap(pathsOf);

it('the table of folders names only existing paths', () => {
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('the table of folders names every folder of src and of the facade', () => {
  const folders = ['src', 'rest-facade'].flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(parent, name)),
  );

  expect(folders.filter((folder) => !paths.includes(folder))).toEqual([]);
});
