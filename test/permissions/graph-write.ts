import type { Reason } from '../../src/core/errors.js';
import type { Truth } from './truth.js';
import type { At } from './world.js';
import type { Rule } from './write.js';

/** One write of the graph that v2.1 does not have. */
export interface GraphWrite {
  readonly name: string;
  readonly mutation: string;
  /** Undefined for mutations without an argument. */
  readonly input?: (at: At) => Readonly<Record<string, unknown>>;
  /** Content of the uploaded `file`. */
  readonly file?: string;
  /** The predicates that decide. */
  readonly asks: readonly Rule[];
  readonly truth: Truth;
  /** The outcome for callers who cannot see the event; undefined if the write is not about one. */
  readonly unseen?: Reason;
}
