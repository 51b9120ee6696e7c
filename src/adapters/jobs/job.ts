/** A job as its worker receives it. */
export interface Job {
  /** A UUID, the same on every attempt. */
  readonly id: string;
  /** The payload, after a JSON round trip. */
  readonly data: unknown;
  readonly createdAt: Date;
}

/**
 * Processes one job. A thrown error schedules a retry, unless it is a `PermanentFailure`. The error message is logged and stored
 * with the job, so it must not contain secrets.
 *
 * @param signal aborted when the process stops or the job times out
 */
export type Work = (job: Job, signal: AbortSignal) => Promise<void>;

/** Thrown when a retry cannot succeed. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

/**
 * Recurring work, executed by one process at a time. A run is skipped if no process is running in its minute, or if the
 * previous run has not finished.
 */
export interface PeriodicJob {
  /** The queue name: letters, digits and hyphens. */
  readonly name: string;
  /** Cron expression with five fields, in UTC: `15 4 * * *`. */
  readonly cron: string;
  readonly work: (signal: AbortSignal) => Promise<void>;
}
