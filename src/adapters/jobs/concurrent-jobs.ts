import type { JobWithMetadata } from 'pg-boss';
import { queues, type QueueName } from '../../database/queues.js';
import type { Work } from './job.js';
import { places } from './places.js';
import { runJob, type JobRunner } from './run-job.js';
import { SLOW_MS, SlowGroups } from './slow-groups.js';
import { failPermanently } from './stored-jobs.js';

/** Jobs that are fetched one by one as places become free, so that those that are slow do not delay others. */
export interface ConcurrentWork {
  readonly queue: QueueName;
  readonly work: Work;
  /** Called before each fetch. Inserts due jobs, and returns whether any may be waiting. */
  readonly prepare?: (() => Promise<boolean>) | undefined;
}

/** Signs of life before a job counts as that of a killed process. */
const HEARTBEATS = 4;

/**
 * Starts fetching the jobs of a queue, whenever some of its places are free. A batch would wait for its slowest job
 * instead.
 *
 * @returns stops fetching, and waits for active jobs, for a limited time
 */
export function startConcurrentJobs(
  runner: JobRunner,
  { queue, work, prepare = () => Promise.resolve(true) }: ConcurrentWork,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const { quick, slow: slowPlaces, total, perGroup, pollMs, stopMs } = places[queue];
  const active = new Map<string, Promise<void>>();
  const slowGroups = new SlowGroups();
  let slow = 0;
  let fetching: Promise<void> | undefined;

  const prepared = (): Promise<boolean> =>
    prepare().catch((error: unknown) => {
      onError(error);
      // Jobs that are already queued do not depend on it.
      return true;
    });
  const fetchJobs = async (isAfterJob: boolean): Promise<void> => {
    if (!isAfterJob && !(await prepared())) return;
    // A fetch returns only as many jobs of a group as it has free places, and not those of other groups behind them.
    for (let isBehind = true; isBehind;) {
      const slowIds = slowGroups.ids;
      isBehind = await fetchSome(Math.min(quick + slow, total) - active.size, slowIds, false);
      if (slowIds.length > 0) isBehind = (await fetchSome(slowPlaces - slow, [], true)) || isBehind;
    }
  };
  /** @returns whether more jobs may be waiting */
  const fetchSome = async (batchSize: number, ignoreGroups: string[], isSlow: boolean): Promise<boolean> => {
    if (batchSize <= 0 || runner.stopping.aborted) return false;
    const grouping = perGroup === undefined ? {} : { ignoreGroups, groupConcurrency: perGroup };
    const jobs = await runner.boss.fetch<unknown>(queue, { batchSize, includeMetadata: true, ...grouping });
    for (const job of jobs) start(job, isSlow);
    return jobs.length > 0;
  };
  const poll = (isAfterJob: boolean): void => {
    fetching ??= fetchJobs(isAfterJob)
      .catch(onError)
      .finally(() => (fetching = undefined));
  };
  /** @param hasSlowPlace whether it occupies a place of the slow groups from the start */
  const start = (job: JobWithMetadata<unknown>, hasSlowPlace: boolean): void => {
    let isCountedSlow = hasSlowPlace;
    let isSlow = false;
    if (isCountedSlow) slow += 1;
    const slowTimer = setTimeout(() => {
      isSlow = true;
      slowGroups.note(job.groupId, true);
      if (isCountedSlow) return;
      isCountedSlow = true;
      slow += 1;
      // Its place is free.
      if (!runner.stopping.aborted) poll(true);
    }, SLOW_MS);
    const running = settle(runner, work, job)
      .catch(onError)
      .finally(() => {
        clearTimeout(slowTimer);
        if (!isSlow) slowGroups.note(job.groupId, false);
        if (isCountedSlow) slow -= 1;
        active.delete(job.id);
        // The group of this job may have others waiting.
        if (!runner.stopping.aborted) poll(true);
      });
    active.set(job.id, running);
  };
  const timer = setInterval(() => poll(false), pollMs);
  const heartbeat = startHeartbeat(runner, queue, active, onError);
  return async () => {
    clearInterval(timer);
    await fetching;
    await Promise.race([Promise.all(active.values()), new Promise((resolve) => setTimeout(resolve, stopMs).unref())]);
    clearInterval(heartbeat);
  };
}

/** Shows that active jobs are alive, if they may take longer than it takes to notice a killed process. */
function startHeartbeat(
  { boss }: JobRunner,
  queue: QueueName,
  active: ReadonlyMap<string, unknown>,
  onError: (error: unknown) => void,
): NodeJS.Timeout | undefined {
  const policy = queues[queue];
  if (!('heartbeatSeconds' in policy)) return undefined;
  const beat = (): void => {
    if (active.size > 0) boss.touch(queue, [...active.keys()]).catch(onError);
  };
  return setInterval(beat, (policy.heartbeatSeconds * 1_000) / HEARTBEATS);
}

/** Runs a job; a failed one is retried as its queue states, unless a retry cannot succeed. */
async function settle(runner: JobRunner, work: Work, job: JobWithMetadata<unknown>): Promise<void> {
  const { id, status, output } = await runJob(runner, work, { ...job, signal: runner.stopping });
  if (status === 'deadletter') await failPermanently(runner.db, job, output as object);
  else if (status === 'failed') await runner.boss.fail(job.name, id, output as object);
}
