import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from './pages.js';

const choices = readFileSync(join(root, 'docs/choices.md'), 'utf8');
/** The names in the middle of each row; `@scope/*` is a whole scope. */
const named = [...choices.matchAll(/^\|[^|]*\|([^|]*)\|/gm)].flatMap(([, names = '']) =>
  [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
);
const isNamed = (name: string): boolean =>
  named.some((one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1))));

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Record<string, Record<string, string>>;
const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });

it('docs/choices.md gives a reason for each package', () => {
  expect(packages.filter((name) => !name.startsWith('@types/') && !isNamed(name))).toEqual([]);
});

it('docs/choices.md lists no unused package', () => {
  const isUsed = (name: string) => packages.some((one) => one === name || one.startsWith(name.replace(/\*$/, '')));

  expect(named.filter((name) => !isUsed(name))).toEqual([]);
});
