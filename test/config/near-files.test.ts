import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from '../docs/pages.js';

const { nearFiles } = createRequire(import.meta.url)(join(root, '.config/jest/near-files.cjs')) as {
  nearFiles(parameter: string, files: readonly string[]): string[];
};

const files = [
  'test/equivalence/equivalence.slow.ts',
  'test/equivalence/data.ts',
  'test/rest/event-parts.test.ts',
  'test/rest/track-writes.test.ts',
  'test/e2e/reference.e2e.ts',
];

it('a word that matches suites of another kind yields its option', () => {
  expect(nearFiles('equivalence', files)).toEqual([
    '  test/equivalence/equivalence.slow.ts: npm test -- --slow equivalence',
  ]);
  expect(nearFiles('e2e/ref', files)).toEqual(['  test/e2e/reference.e2e.ts: npm test -- --browser reference']);
});

it.each([
  'test/rest/event-parts.test.ts',
  './test/rest/event-parts.test.ts:24:3',
  '/home/x/dist/test/rest/event-parts.test.js',
])('the path %s yields its suite', (path) => {
  expect(nearFiles(path, files)).toEqual(['  test/rest/event-parts.test.ts: npm test -- event-parts']);
});

it('a misspelt name yields similar ones, and any other word none', () => {
  expect(nearFiles('track-wrties', files)).toEqual(['  test/rest/track-writes.test.ts: npm test -- track-writes']);
  expect(nearFiles('nosuch', files)).toEqual([]);
});
