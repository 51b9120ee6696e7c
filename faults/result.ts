import type { Fault, Outcome } from './fault.js';

/** Result of one row on one PostgreSQL. */
export interface Row extends Pick<Fault, 'number' | 'name' | 'figure'>, Outcome {
  /** PostgreSQL version, such as `PostgreSQL 18.4 (npm)`. */
  readonly server: string;
  readonly seconds: number;
  /** Missing requirements, for which the row was skipped. */
  readonly missing?: string;
}

/** Result of a run. */
export interface Result {
  readonly date: string;
  readonly node: string;
  readonly cpu: string;
  readonly quick: boolean;
  /** Factor by which the allowed durations were multiplied. */
  readonly patience: number;
  readonly rows: readonly Row[];
}

export const hasPassed = ({ findings }: Pick<Row, 'findings'>): boolean => findings.every(({ kept }) => kept);
