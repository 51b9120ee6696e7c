import { expect } from '@jest/globals';
import { recountCounters } from '../../src/core/common/counters.js';
import type { TestService } from '../support/service.js';
import type { Answer } from './ask.js';

/** What tests of many requests at once need. */

export const times = <Value>(count: number, one: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => one(index));

/** How often each outcome came: status and body. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, text } of answers) {
    const outcome = `${status} ${text.replace(/\d+ seconds/, 'n seconds')}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Every counter says what a recount says. */
export async function expectTrueCounters({ database }: TestService): Promise<void> {
  const client = await database.pool.connect();
  try {
    expect(await recountCounters(client, () => undefined)).toEqual([]);
  } finally {
    client.release();
  }
}
