import type { Config } from '../../config/config.js';
import type { Logger } from '../../telemetry/log/log.js';
import type { Teardown } from './teardown.js';

/** The lifecycle of a process: configuration, startup and shutdown. */
export interface Life {
  readonly config: Config;
  readonly log: Logger;
  /** Register a step for every resource that is opened. */
  readonly teardown: Teardown;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
  /** Ends the process with an error. */
  readonly fail: (error: unknown) => void;
}
