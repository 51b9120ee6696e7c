import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from './pages.js';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const choices = /^## Choices$([^]*)/m.exec(readme)?.[1] ?? '';
/** The names in the middle of each row; `@scope/*` is all of a scope. */
const named = [...choices.matchAll(/^\|[^|]*\|([^|]*)\|/gm)].flatMap(([, names = '']) =>
  [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
);
const isNamed = (name: string): boolean =>
  named.some((one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1))));

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Record<string, Record<string, string>>;
const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });

it('the README says of each package why we use it', () => {
  expect(packages.filter((name) => !name.startsWith('@types/') && !isNamed(name))).toEqual([]);
});

it('and of none that we do not', () => {
  const isUsed = (name: string) => packages.some((one) => one === name || one.startsWith(name.replace(/\*$/, '')));

  expect(named.filter((name) => !isUsed(name))).toEqual([]);
});
