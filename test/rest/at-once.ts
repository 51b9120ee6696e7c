import { expect } from '@jest/globals';
import { recountCounters } from '../../src/core/common/counters.js';
import type { TestService } from '../support/service.js';
import type { Answer } from './ask.js';

/** Helpers for tests of many concurrent requests. */

export const times = <Value>(count: number, one: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => one(index));

/** Number of responses by status and body. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, text } of answers) {
    const outcome = `${status} ${text.replace(/\d+ seconds/, 'n seconds')}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Requires that every counter equals a recount. */
export async function expectTrueCounters({ database }: TestService): Promise<void> {
  const client = await database.pool.connect();
  try {
    expect(await recountCounters(client, () => undefined)).toEqual([]);
  } finally {
    client.release();
  }
}
