/** One piece of work as its worker sees it. */
export interface Job {
  /** A UUID, the same at every try. */
  readonly id: string;
  /** What was added, after a journey through JSON. */
  readonly data: unknown;
  readonly createdAt: Date;
}

/**
 * Does one job. An error means: try again later, unless it is a `GiveUp`. The message of the error is logged and kept
 * with the job, so it must hold no secret.
 *
 * @param signal aborted when the process stops or the job takes too long
 */
export type Work = (job: Job, signal: AbortSignal) => Promise<void>;

/** Thrown by work that no further try can do. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';
}

/**
 * Work that comes round again, in one process at a time. A round is left out when no process runs in its minute, or when
 * the one before is not over.
 */
export interface PeriodicJob {
  /** Of the queue: letters, digits and hyphens. */
  readonly name: string;
  /** Five fields, in UTC: `15 4 * * *`. */
  readonly cron: string;
  readonly work: (signal: AbortSignal) => Promise<void>;
}
