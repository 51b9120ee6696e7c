import { randomInt } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { firstDifference } from './differences.js';

const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));

it(`10 000 random documents are answered like in graphql-js for all values of their conditions (TEST_SEED=${seed})`, async () => {
  expect(await firstDifference(seed, 10_000)).toBeNull();
});
