import type { Finding } from './finding.js';
import type { Kept } from './proof.js';
import type { Site } from './site.js';

/** What a fault needs beside Node.js and the packages; the row is left out where it is missing. */
export type Need = 'root' | 'haproxy' | 'pgbouncer' | 'faketime' | 'postgresql' | 'slowhttptest' | 'sqlmap';

/** What came of injecting a fault. */
export interface Outcome {
  /** How often clients saw what: a status, the code of a GraphQL error, or how no answer came. */
  readonly answers: Readonly<Record<string, number>>;
  /** What the database says afterwards; undefined where nothing was written. */
  readonly kept?: Kept;
  /** Milliseconds from the end of the fault to the last answer that showed it; undefined where nothing was to get well. */
  readonly wellAfterMs?: number;
  readonly findings: readonly Finding[];
}

/** A row of the fault matrix. */
export interface Fault {
  /** Of the matrix; a word for one that mixes several. */
  readonly number: string;
  readonly name: string;
  /** What has to hold, for people. */
  readonly figure: string;
  /** Whether it takes seconds, so that it belongs to `--quick`. */
  readonly quick: boolean;
  /**
   * On one PostgreSQL, or on each that this machine has: for faults of PostgreSQL itself. Or on those that it makes for
   * itself from Debian's programs, of which npm's lack some.
   */
  readonly servers: 'one' | 'each' | 'own';
  readonly needs?: readonly Need[];
  /** Injects it into a site of its own, which is cleared away afterwards. */
  readonly inject: (site: Site) => Promise<Outcome>;
}
