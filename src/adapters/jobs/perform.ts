import { setTimeout as sleep } from 'node:timers/promises';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from '../../telemetry/log/log.js';
import { GiveUp, type Work } from './job.js';
import type { LogThrottle } from '../../telemetry/log/log-throttle.js';

const PAUSE_MS = 1_000;

/** Dependencies of job execution. */
export interface Performance {
  readonly boss: PgBoss;
  readonly log: Logger;
  readonly quietly: LogThrottle;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
  /** Called after each attempt. */
  readonly tried?: ((queue: string, outcome: 'done' | 'failed' | 'given_up') => void) | undefined;
}

/** Executes one job and deletes it on success; logs the reason of a failure. Never throws. */
export async function perform(parts: Performance, work: Work, job: JobWithMetadata<unknown>): Promise<JobResult> {
  const { id, name: queue } = job;
  try {
    await work({ id, data: job.data, createdAt: new Date(job.createdOn) }, job.signal);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const gaveUp = error instanceof GiveUp;
    parts.tried?.(queue, gaveUp || isLast(job) ? 'given_up' : 'failed');
    if (!parts.stopping.aborted) sayWhy(parts, job, message, gaveUp);
    return { id, status: gaveUp ? 'deadletter' : 'failed', output: { message } };
  }
  parts.tried?.(queue, 'done');
  await forget(parts, queue, id);
  return { id, status: 'completed' };
}

/**
 * Deletes a completed job, so that its payload is not retained and it is not executed twice. Retries while the database
 * is unavailable: only a process that stops leaves behind a completed job, which then runs again.
 */
async function forget({ boss, log, quietly, stopping }: Performance, queue: string, id: string): Promise<void> {
  while (true) {
    try {
      await boss.deleteJob(queue, id);
      return;
    } catch (error) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      quietly(`${queue}: not deleted`, () =>
        log.warn({ queue, job: id, reason: message }, 'Failed to delete a completed job; retrying'),
      );
      if (stopping.aborted) return;
      await sleep(PAUSE_MS);
    }
  }
}

const isLast = ({ retryCount, retryLimit }: JobWithMetadata<unknown>): boolean => retryCount >= retryLimit;

function sayWhy({ log, quietly }: Performance, job: JobWithMetadata<unknown>, reason: string, gaveUp: boolean): void {
  const facts = { queue: job.name, job: job.id, tries: job.retryCount + 1, reason };
  if (gaveUp || isLast(job)) {
    log.error(facts, 'Job failed permanently; retained for inspection');
    return;
  }
  quietly(`${job.name}: ${reason}`, (heldBack) =>
    log.warn({ ...facts, ...(heldBack > 0 && { andOthers: heldBack }) }, 'Job failed; will be retried'),
  );
}
