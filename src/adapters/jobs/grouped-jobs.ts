import type { JobWithMetadata } from 'pg-boss';
import type { QueueName } from '../../database/queues.js';
import type { Work } from './job.js';
import { runJob, type JobRunner } from './run-job.js';

/** Jobs in groups, such as one per webhook: those of a slow group do not delay others. */
export interface GroupedWork {
  readonly queue: QueueName;
  readonly work: Work;
  /** Called before each fetch. Inserts due jobs, and returns whether any may be waiting. */
  readonly prepare: () => Promise<boolean>;
}

const POLL_MS = 1_000;
/** Concurrent jobs of a process, and of a group in all processes. A batch would wait for its slowest job instead. */
const CONCURRENCY = 40;
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
  let fetching: Promise<void> | undefined;

  const fetchJobs = async (isAfterJob: boolean): Promise<void> => {
    if (!isAfterJob && !(await prepare())) return;
    // A fetch returns only as many jobs of a group as it has free places, and not those of other groups behind them.
    for (let isBehind = true; isBehind;) {
      const places = CONCURRENCY - active.size;
      if (places === 0 || runner.stopping.aborted) return;
      const options = { batchSize: places, groupConcurrency: GROUP_CONCURRENCY, includeMetadata: true } as const;
      const jobs = await runner.boss.fetch<unknown>(queue, options);
      for (const job of jobs) start(job);
      isBehind = jobs.length > 0;
    }
  };
  const poll = (isAfterJob: boolean): void => {
    fetching ??= fetchJobs(isAfterJob)
      .catch(onError)
      .finally(() => (fetching = undefined));
  };
  const start = (job: JobWithMetadata<unknown>): void => {
    const running = settle(runner, work, job)
      .catch(onError)
      .finally(() => {
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
