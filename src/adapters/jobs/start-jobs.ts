import type { Pool } from 'pg';
import { PgBoss, type Db } from 'pg-boss';
import { isUnreachable } from '../../core/transaction/run.js';
import { isUnavailable } from '../../database/sql-state.js';
import { type Logger, createLogThrottle } from '../../telemetry/log/log.js';
import { periodicQueue, type QueueName } from '../../database/queues.js';
import type { PeriodicJob, Work } from './job.js';
import { startGroupedJobs, type GroupedWork } from './grouped-jobs.js';
import { runJob, type JobRunner } from './run-job.js';

export interface JobOptions {
  /** Borrowed for one statement at a time. No session state is left on a connection, so a pooler works. */
  readonly pool: Pool;
  readonly log: Logger;
  readonly work: Readonly<Partial<Record<QueueName, Work>>>;
  readonly grouped?: readonly GroupedWork[];
  readonly periodic?: readonly PeriodicJob[];
  /** Called after each attempt: `mail done`. */
  readonly onAttempt?: JobRunner['onAttempt'];
}

/** The job workers of one process. */
export interface RunningJobs {
  /** Waits up to 5 s for active jobs; the next process retries those that remain. */
  stop(): Promise<void>;
}

const POLL_SECONDS = 2;
/** Jobs processed concurrently, so that a slow job does not delay the others. */
const BATCH_SIZE = 5;
const STOP_TIMEOUT_MS = 5_000;
/** Their jobs may wait for receivers for 15 s; another process repeats those that remain. */
const GROUPED_STOP_TIMEOUT_MS = 2_000;

/** Maintenance intervals of pg-boss. An idle process queries the database about once every 2 s. */
const maintenanceOptions = {
  superviseIntervalSeconds: 30,
  // Shorter than the supervise interval, so that each supervision finds it elapsed.
  monitorIntervalSeconds: 25,
  maintenanceIntervalSeconds: 3_600,
  queueCacheIntervalSeconds: 300,
  // Job dependencies are unused.
  flowIntervalSeconds: 86_400,
  cronWorkerIntervalSeconds: 10,
  // Reindexing would exceed the statement timeout; the tables stay small.
  reindex: false,
  monitorVacuum: false,
} as const;

/**
 * Starts processing the jobs in the database, and those added later.
 *
 * @throws Error if the tables of the job queue are missing or have another version; `migrateJobs` creates them
 */
export async function startJobs({
  pool,
  log,
  work,
  grouped = [],
  periodic = [],
  onAttempt,
}: JobOptions): Promise<RunningJobs> {
  const boss = new PgBoss({
    db: createJobDatabase(pool, log),
    migrate: false,
    schedule: periodic.length > 0,
    ...maintenanceOptions,
  });
  const stopping = new AbortController();
  const runner: JobRunner = { boss, log, throttled: createLogThrottle(), stopping: stopping.signal, onAttempt };
  const onError = (error: unknown): void => {
    // `createJobDatabase` reports an unavailable database; while stopping, the last queries may find the pool closed.
    if (stopping.signal.aborted || isUnavailable(error) || isUnreachable(error)) return;
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    runner.throttled(message, () => log.error({ err: { message, stack } }, 'Job queue error'));
  };
  boss.on('error', onError);
  boss.on('warning', ({ message }) => runner.throttled(message, () => log.warn(`Job queue: ${message}`)));

  // Before the start, which immediately checks for due schedules.
  for (const { name, cron } of periodic) {
    await boss.createQueue(name, periodicQueue);
    await boss.schedule(name, cron);
  }
  await boss.start();
  // Recovers the jobs of a killed process now instead of at the next supervision.
  await boss.supervise();
  for (const [queue, one] of Object.entries(work)) await workOn(runner, queue, one);
  for (const { name, work: once } of periodic) await workOn(runner, name, (_job, signal) => once(signal));
  const stopGrouped = grouped.map((one) => startGroupedJobs(runner, one, onError));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(stopGrouped.map((stop) => stop(GROUPED_STOP_TIMEOUT_MS)));
      try {
        await boss.stop({ timeout: STOP_TIMEOUT_MS });
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        log.warn('Job queue stopped while its database is unavailable: active jobs will be retried');
      }
    },
  };
}

/** Completes each job of a batch independently; after a full batch, fetches the next one without a pause. */
async function workOn(runner: JobRunner, queue: string, work: Work): Promise<void> {
  const options = {
    pollingIntervalSeconds: POLL_SECONDS,
    batchSize: BATCH_SIZE,
    burstWhenBatchFull: true,
    includeMetadata: true,
    perJobResults: true,
  } as const;
  await runner.boss.work(queue, options, (jobs) => Promise.all(jobs.map((job) => runJob(runner, work, job))));
}

/**
 * The pool as the database adapter of pg-boss. Logs an outage and its end once each, because pg-boss keeps polling
 * every few seconds during the outage.
 */
function createJobDatabase(pool: Pool, log: Logger): Db {
  let isAway = false;
  return {
    async executeSql(text, values) {
      try {
        const result = await pool.query(text, values);
        if (isAway) log.info('Job queue: database available again');
        isAway = false;
        return result;
      } catch (error) {
        if (isUnavailable(error) && !isAway) {
          isAway = true;
          log.warn({ code: codeOf(error) }, 'Job queue: database unavailable; retrying');
        }
        throw error;
      }
    },
  };
}

function codeOf(error: unknown): unknown {
  return Reflect.get(Object(error), 'code') ?? Reflect.get(Object(error), 'message');
}
