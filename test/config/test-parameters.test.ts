import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from '../docs/pages.js';

const { testParameters } = (await import(join(root, '.config/test-parameters.mjs'))) as {
  testParameters(args: readonly string[]): Record<'kind' | 'words' | 'forJest' | 'since' | 'isWatch', unknown>;
};

it('`npm test` without parameters runs the ordinary tests', () => {
  expect(testParameters([])).toEqual({ kind: 'ordinary', words: [], forJest: [], isHelp: false, isWatch: false });
});

it('words, their order and the options of Jest reach Jest, without our own options', () => {
  const args = ['--slow', 'one', '-t', 'a name', '--changedSince', 'main', '--runInBand', 'two', '--watch'];
  expect(testParameters(args)).toEqual({
    kind: 'slow',
    words: ['one', 'two'],
    forJest: ['one', '-t', 'a name', '--runInBand', 'two'],
    isHelp: false,
    isWatch: true,
    since: 'main',
  });
});

it('`-o` compares with the last commit, `--changedSince=REF` with REF', () => {
  expect(testParameters(['-o'])).toMatchObject({ since: 'HEAD', forJest: [] });
  expect(testParameters(['--changedSince=v1'])).toMatchObject({ since: 'v1', forJest: [] });
});

it('two kinds are refused', () => {
  expect(() => testParameters(['--slow', '--scale'])).toThrow('not slow and scale');
});
