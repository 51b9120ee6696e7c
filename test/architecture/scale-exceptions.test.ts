import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from '../docs/pages.js';

interface Exception {
  readonly file: string;
  /** Beginning of the full names of tests: of their `describe` and their own. */
  readonly test: string;
  readonly reason: string;
}

const { exceptions } = (await import(join(root, '.config/jest/scale-exceptions.mjs'))) as {
  exceptions: readonly Exception[];
};

const CALL = (name: string) => new RegExp(`\\b${name}(?:\\.each\\([^]*?\\])?\\)?\\(\\s*'([^'\\n]+)'`, 'g');

/** The full names of the tests of a suite, of any of its `describe` blocks. */
function namesIn(text: string): string[] {
  const titles = (name: string) => [...text.matchAll(CALL(name))].map(([, title = '']) => title);
  // The title of a test may be computed; that of its `describe` then identifies it.
  const [outer, own] = [titles('describe'), titles('it')];
  return [...outer, ...own.flatMap((title) => [title, ...outer.map((group) => `${group} ${title}`)])];
}

it('each exception of `npm test -- --scale` is a test that exists', () => {
  const unknown = exceptions.filter(({ file, test }) => {
    const path = join(root, 'test', `${file}.ts`);
    return !existsSync(path) || !namesIn(readFileSync(path, 'utf8')).some((name) => name.startsWith(test));
  });
  expect(unknown).toEqual([]);
});

it('detects an exception without a test', () => {
  const text =
    "describe('a list', () => {\n  it.each([\n    ['x'],\n  ])('is sorted: %s', () => {});\n});\nit('ends', () => {});";

  expect(namesIn(text)).toEqual(['a list', 'is sorted: %s', 'a list is sorted: %s', 'ends', 'a list ends']);
});
