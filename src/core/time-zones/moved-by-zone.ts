import type { DerivedRow } from './derive-times.js';

/** The number of moved events and talks by zone. */
export type MovedByZone = Map<string, { events: number; talks: number }>;

/** Adds the rows that move. */
export function countMoved(moved: MovedByZone, kind: 'events' | 'talks', rows: readonly DerivedRow[]): void {
  for (const { timeZone, isMoved } of rows) {
    if (!isMoved) continue;
    const counts = moved.get(timeZone) ?? { events: 0, talks: 0 };
    counts[kind] += 1;
    moved.set(timeZone, counts);
  }
}

/** `America/Edmonton: 2 events, 10 talks; America/Winnipeg: 1 events, 0 talks`. */
export const movedInWords = (moved: MovedByZone): string =>
  [...moved]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([zone, { events, talks }]) => `${zone}: ${events} events, ${talks} talks`)
    .join('; ');
