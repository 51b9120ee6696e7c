import { randomInt } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { firstDifference } from './differences.js';

const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
/** Eight to twelve per second: `TEST_DOCUMENTS=20000` takes half an hour. */
const documents = Number(process.env['TEST_DOCUMENTS'] ?? 150);
/** Per document, on a busy machine. */
const WITHIN_MS = 1_000;

it(
  `${documents} random documents are answered like in graphql-js for all values of their conditions (TEST_SEED=${seed})`,
  async () => {
    expect(await firstDifference(seed, documents)).toBeNull();
  },
  documents * WITHIN_MS,
);
