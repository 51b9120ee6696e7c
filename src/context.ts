import type { Reads } from './reads/reads.js';
import type { Viewer } from './rules.js';

/** What a v2.1 address points to, in the graph's words. */
export interface ResourceReference {
  readonly type: 'Event' | 'Talk' | 'Track' | 'EventComment' | 'TalkComment' | 'User' | 'Language';
  readonly id: string;
}

/** Everything that is about one request; made once for each. */
export interface Context {
  readonly viewer: Viewer | null;
  readonly reads: Reads;
  readonly requestId: string;
  /** The largest page: small for operations that a caller wrote, `MAX_RESULTS` for stored ones. */
  readonly maxPageSize: number;
  /** The record behind a v2.1 address; null when it is none of this service's. */
  readonly resourceOf: (uri: string) => ResourceReference | null;
}
