import type { NamesInUse } from '../seed/names-in-use.js';
import type { Random } from '../seed/random.js';

export const DAY = 86_400_000;
export const MINUTE = 60_000;

/** The shared context of the generators. */
export interface CrowdSetting {
  readonly random: Random;
  readonly names: NamesInUse;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called with the number of rows written of a kind. */
  readonly written: (count: number, what: string) => void;
}
