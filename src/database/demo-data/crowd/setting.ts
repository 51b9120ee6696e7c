import type { NamesInUse } from '../names-in-use.js';
import type { Random } from '../random.js';

export const DAY = 86_400_000;
export const MINUTE = 60_000;

/** What every part of the crowd is made with. */
export interface CrowdSetting {
  readonly random: Random;
  readonly names: NamesInUse;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Is told how many rows of a kind were written. */
  readonly written: (count: number, what: string) => void;
}
