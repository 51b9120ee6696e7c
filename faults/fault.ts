import type { Finding } from './finding.js';
import type { Kept } from './proof.js';
import type { Site } from './site.js';

/** Requirements of a fault besides Node.js and the packages; the row is skipped if one is missing. */
export type Need =
  | 'root'
  | 'haproxy'
  | 'pgbouncer'
  | 'faketime'
  | 'postgresql'
  | 'patroni'
  | 'etcd'
  | 'slowhttptest'
  | 'sqlmap'
  | 'varnish';

/** Result of injecting a fault. */
export interface Outcome {
  /** Number of responses by label: a status, a GraphQL error code, or the kind of connection failure. */
  readonly answers: Readonly<Record<string, number>>;
  /** Comparison with the database afterwards; undefined without writes. */
  readonly kept?: Kept;
  /** Recovery time: milliseconds from the end of the fault to the last failed response; undefined if not measured. */
  readonly wellAfterMs?: number;
  readonly findings: readonly Finding[];
}

/** A row of the fault matrix. */
export interface Fault {
  /** Row number in the matrix, or a name for a combination of faults. */
  readonly number: string;
  readonly name: string;
  /** Requirements in words. */
  readonly figure: string;
  /** Whether it takes only seconds and is part of `--quick`. */
  readonly quick: boolean;
  /**
   * The PostgreSQL installations to run on: one, or each on this machine for faults of PostgreSQL itself. `--quick`
   * uses one unless it is `always each`. `own`: the row creates servers with Debian's programs, some of which npm's
   * package lacks.
   */
  readonly servers: 'one' | 'each' | 'always each' | 'own';
  readonly needs?: readonly Need[];
  /** Injects the fault into an isolated site, which is removed afterwards. */
  readonly inject: (site: Site) => Promise<Outcome>;
}
