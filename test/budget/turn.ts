import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Shorter turns of an event loop are not recorded. */
export const MIN_TURN_MS = 25;

/** A turn of an event loop, measured as CPU time of its thread, which other work on the machine does not prolong. */
export interface Turn {
  /** Its end, as a Unix timestamp in milliseconds. */
  readonly at: number;
  readonly ms: number;
}

/** The longest turn of all processes since a time; 0 if all were short. */
export function longestTurn(folder: string, since: number): number {
  const turns = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Turn),
  );
  return Math.max(0, ...turns.filter(({ at }) => at >= since).map(({ ms }) => ms));
}
