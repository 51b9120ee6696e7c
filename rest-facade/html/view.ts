import type { Target } from '../read/target.js';

/** What a page tells besides the answer that is on it. */
export interface View extends Target {
  /** What the service is called. */
  readonly productName: string;
  /** Scheme, host and port of the service; null where the request came to a host that is none of ours. */
  readonly origin: string | null;
}
