import { expect, it } from '@jest/globals';
import { memoryFindings } from './memory-findings.js';

const rounds = (count: number, megabytes: (round: number) => number) =>
  Array.from({ length: count }, (_, round) => megabytes(round));
const filling = (round: number) => 560 - 240 * Math.exp(-round / 150);

it.each([
  ['a few rounds', rounds(4, (round) => 300 + 40 * round), []],
  ['caches that fill in a third of the time', rounds(1_000, filling), []],
  ['one step, and flat after it', rounds(1_000, (round) => (round < 400 ? 370 : 493)), []],
  ['a short run, in which they do not', rounds(216, (round) => 300 + round / 1.6), []],
  [
    '4 MB more every twenty rounds, without an end',
    rounds(1_000, (round) => 300 + round / 5),
    [/^has grown from 367 to 499 MB$/],
  ],
  ['a leak that begins late', rounds(1_000, (round) => 400 + Math.max(0, round - 600) / 3), [/^has grown/]],
  ['too much at any time', rounds(1_000, (round) => (round === 700 ? 601 : 500)), [/^takes 601 MB$/]],
])('memory: %s', (_, memory, expected) => {
  expect(memoryFindings(memory)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});
