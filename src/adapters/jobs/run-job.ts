import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger, LogThrottle } from '../../telemetry/log/log.js';
import { PermanentFailure, type Work } from './job.js';

const PAUSE_MS = 1_000;

/** Dependencies of job execution. */
export interface JobRunner {
  readonly boss: PgBoss;
  /** The database of `boss`. */
  readonly db: Pick<Db, 'executeSql'>;
  readonly log: Logger;
  readonly throttled: LogThrottle;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
  /** Called after each attempt. */
  readonly onAttempt?: ((queue: string, outcome: 'done' | 'failed' | 'given_up') => void) | undefined;
}

/** Executes one job and deletes it on success; logs the reason of a failure. Never throws. */
export async function runJob(runner: JobRunner, work: Work, job: JobWithMetadata<unknown>): Promise<JobResult> {
  const { id, name: queue } = job;
  try {
    await work({ id, data: job.data, createdAt: new Date(job.createdOn) }, job.signal);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isPermanent = error instanceof PermanentFailure;
    runner.onAttempt?.(queue, isPermanent || isLast(job) ? 'given_up' : 'failed');
    if (!runner.stopping.aborted) logFailure(runner, job, message, isPermanent);
    return { id, status: isPermanent ? 'deadletter' : 'failed', output: { message } };
  }
  runner.onAttempt?.(queue, 'done');
  await deleteCompleted(runner, queue, id);
  return { id, status: 'completed' };
}

/**
 * Deletes a completed job, so that its payload is not retained and it is not executed twice. Retries while the database
 * is unavailable: only a process that stops leaves behind a completed job, which then runs again.
 */
async function deleteCompleted(
  { boss, log, throttled, stopping }: JobRunner,
  queue: string,
  id: string,
): Promise<void> {
  while (true) {
    try {
      await boss.deleteJob(queue, id);
      return;
    } catch (error) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      throttled(`${queue}: not deleted`, () =>
        log.warn({ queue, job: id, reason: message }, 'Failed to delete a completed job; retrying'),
      );
      if (stopping.aborted) return;
      await sleep(PAUSE_MS);
    }
  }
}

const isLast = ({ retryCount, retryLimit }: JobWithMetadata<unknown>): boolean => retryCount >= retryLimit;

function logFailure(
  { log, throttled }: JobRunner,
  job: JobWithMetadata<unknown>,
  reason: string,
  isPermanent: boolean,
): void {
  const facts = { queue: job.name, job: job.id, tries: job.retryCount + 1, reason };
  if (isPermanent || isLast(job)) {
    log.error(facts, 'Job failed permanently; retained for inspection');
    return;
  }
  throttled(`${job.name}: ${reason}`, (suppressed) =>
    log.warn({ ...facts, ...(suppressed > 0 && { suppressed }) }, 'Job failed; will be retried'),
  );
}
