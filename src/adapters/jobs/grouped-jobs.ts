import type { JobWithMetadata } from 'pg-boss';
import type { QueueName } from '../../database/queues.js';
import type { Work } from './job.js';
import { runJob, type JobRunner } from './run-job.js';
import { SLOW_MS, SlowGroups } from './slow-groups.js';

/** Jobs in groups, such as one per webhook: those of a slow group do not delay others. */
export interface GroupedWork {
  readonly queue: QueueName;
  readonly work: Work;
  /** Called before each fetch. Inserts due jobs, and returns whether any may be waiting. */
  readonly prepare: () => Promise<boolean>;
}

const POLL_MS = 1_000;
/** Concurrent quick jobs of a process. A batch would wait for its slowest job instead. */
const PLACES = 40;
/** Concurrent jobs of slow groups: many hanging receivers leave the other places free. */
const SLOW_PLACES = 20;
/** Concurrent jobs, with those of groups that have just become slow. */
const MAX_ACTIVE = 160;
/** Concurrent jobs of a group in all processes. */
const GROUP_CONCURRENCY = 4;

/**
 * Starts fetching the jobs of a queue, whenever some of its places are free.
 *
 * @returns stops fetching, and waits for active jobs for at most `timeoutMs`
 */
export function startGroupedJobs(
  runner: JobRunner,
  { queue, work, prepare }: GroupedWork,
  onError: (error: unknown) => void,
): (timeoutMs: number) => Promise<void> {
  const active = new Set<Promise<void>>();
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
      const quickPlaces = Math.min(PLACES + slow, MAX_ACTIVE) - active.size;
      isBehind = await fetchSome(quickPlaces, slowIds, false);
      if (slowIds.length > 0) isBehind = (await fetchSome(SLOW_PLACES - slow, [], true)) || isBehind;
    }
  };
  /** @returns whether more jobs may be waiting */
  const fetchSome = async (batchSize: number, ignoreGroups: string[], isSlow: boolean): Promise<boolean> => {
    if (batchSize <= 0 || runner.stopping.aborted) return false;
    const options = { batchSize, ignoreGroups, groupConcurrency: GROUP_CONCURRENCY, includeMetadata: true } as const;
    const jobs = await runner.boss.fetch<unknown>(queue, options);
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
        active.delete(running);
        // The group of this job may have others waiting.
        if (!runner.stopping.aborted) poll(true);
      });
    active.add(running);
  };
  const timer = setInterval(() => poll(false), POLL_MS);
  return async (timeoutMs) => {
    clearInterval(timer);
    await fetching;
    await Promise.race([Promise.all(active), new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
  };
}

/** Runs a job; a failed one is retried as its queue states. */
async function settle(runner: JobRunner, work: Work, job: JobWithMetadata<unknown>): Promise<void> {
  const { id, status, output } = await runJob(runner, work, { ...job, signal: runner.stopping });
  if (status !== 'completed') await runner.boss.fail(job.name, id, output as object);
}
