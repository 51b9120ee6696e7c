import { randomInt } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { firstDifference } from './differences.js';

const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
/** About ten per second: `TEST_DOCUMENTS=10000` takes a quarter of an hour. */
const documents = Number(process.env['TEST_DOCUMENTS'] ?? 150);

it(`${documents} random documents are answered like in graphql-js for all values of their conditions (TEST_SEED=${seed})`, async () => {
  expect(await firstDifference(seed, documents)).toBeNull();
});
