import type { Config } from './config.js';
import type { Logger } from './log.js';
import type { Teardown } from './teardown.js';

/** What everything that a process starts has to do with its beginning and its end. */
export interface Life {
  readonly config: Config;
  readonly log: Logger;
  /** To be added to by whoever opens something. */
  readonly teardown: Teardown;
  /** Aborted when the process is to end. */
  readonly stopping: AbortSignal;
  /** Ends the process with an error. */
  readonly fail: (error: unknown) => void;
}
