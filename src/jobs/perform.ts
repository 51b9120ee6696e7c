import { setTimeout as sleep } from 'node:timers/promises';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from '../log.js';
import { GiveUp, type Work } from './job.js';
import type { Quietly } from './quiet.js';

const PAUSE_MS = 1_000;

/** What doing a job takes. */
export interface Performance {
  readonly boss: PgBoss;
  readonly log: Logger;
  readonly quietly: Quietly;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
  /** Told of each try. */
  readonly tried?: ((queue: string, outcome: 'done' | 'failed' | 'given_up') => void) | undefined;
}

/** Does one job and deletes it, or says why it could not be done. Never throws. */
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
 * Deletes a job that is done, so that what it held is not kept, and nobody does it again. While the database is away
 * this goes on trying: only the end of the process leaves a job behind that is done twice.
 */
async function forget({ boss, log, quietly, stopping }: Performance, queue: string, id: string): Promise<void> {
  while (true) {
    try {
      await boss.deleteJob(queue, id);
      return;
    } catch (error) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      quietly(`${queue}: not deleted`, () =>
        log.warn({ queue, job: id, reason: message }, 'A job is done, and cannot be deleted yet'),
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
    log.error(facts, 'A job has failed for good and is kept to be looked at');
    return;
  }
  quietly(`${job.name}: ${reason}`, (heldBack) =>
    log.warn({ ...facts, ...(heldBack > 0 && { andOthers: heldBack }) }, 'A job has failed and will be tried again'),
  );
}
