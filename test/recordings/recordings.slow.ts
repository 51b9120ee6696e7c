/** @jest-environment node */

import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { fixClockAndRandomness } from './fixed.js';
import { readRecordings, writeRecordings } from './recorded-file.js';

/**
 * The recorded responses of the service, byte for byte: refactoring must not change them. `TEST_RECORD=1 npm test -- --slow
 * recordings` records again; the diff then shows the changes.
 */
const isRecording = process.env['TEST_RECORD'] === '1';

// Modules capture the clock and the random numbers when they are imported.
fixClockAndRandomness();
const { groups, recordAll, respond, start, stop } = await import('./recorder.js');

beforeAll(start, 60_000);
afterAll(async () => {
  await stop();
  jest.useRealTimers();
});

if (isRecording) {
  it('records', async () => {
    const recorded = await recordAll();
    for (const group of groups) await writeRecordings(group, recorded[group]);
  }, 900_000);
} else {
  it.each(groups)(
    'responds as recorded: %s',
    async (group) => {
      const recordings = await readRecordings(group);
      const different: unknown[] = [];
      for (const { request, responses } of recordings) {
        for (const { viewers, ...expected } of responses) {
          for (const viewer of viewers) {
            const response = await respond(request, viewer);
            if (!isDeepStrictEqual(response, expected)) different.push({ request, viewer, expected, response });
          }
        }
      }
      expect(different.slice(0, 5)).toEqual([]);
    },
    600_000,
  );
}
