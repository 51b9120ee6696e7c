import type { Fault, Outcome } from './fault.js';

/** What came of one row on one PostgreSQL. */
export interface Row extends Pick<Fault, 'number' | 'name' | 'figure'>, Outcome {
  /** Such as `PostgreSQL 18.4 (npm)`. */
  readonly server: string;
  readonly seconds: number;
  /** What this machine has not; the row was then left out. */
  readonly missing?: string;
}

/** Of a whole run. */
export interface Result {
  readonly date: string;
  readonly node: string;
  readonly cpu: string;
  readonly quick: boolean;
  /** Times were allowed to be so much longer than the figures say. */
  readonly patience: number;
  readonly rows: readonly Row[];
}

export const hasPassed = ({ findings }: Pick<Row, 'findings'>): boolean => findings.every(({ kept }) => kept);
