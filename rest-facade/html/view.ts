import type { Target } from '../read/target.js';

/** Request state that a page shows besides the response. */
export interface View extends Target {
  /** Name of the service. */
  readonly productName: string;
  /** Scheme, host and port of the service; null if `Host` is not an address of this service. */
  readonly origin: string | null;
}
