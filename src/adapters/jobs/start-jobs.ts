import type { Pool } from 'pg';
import { PgBoss, type Db } from 'pg-boss';
import { isUnreachable } from '../../core/transaction/run.js';
import { isUnavailable } from '../../database/sql-state.js';
import { type Logger, createLogThrottle } from '../../telemetry/log/log.js';
import { periodicQueue } from '../../database/queues.js';
import type { PeriodicJob, Work } from './job.js';
import { startConcurrentJobs, type ConcurrentWork } from './concurrent-jobs.js';
import { runJob, type JobRunner } from './run-job.js';

export interface JobOptions {
  /** Borrowed for one statement at a time. No session state is left on a connection, so a pooler works. */
  readonly pool: Pool;
  readonly log: Logger;
  readonly work: readonly ConcurrentWork[];
  readonly periodic?: readonly PeriodicJob[];
  /** Called after each attempt: `mail done`. */
  readonly onAttempt?: JobRunner['onAttempt'];
}

/** The job workers of one process. */
export interface RunningJobs {
  /** Waits up to 5 s for active jobs (`places`); the next process retries those that remain. */
  stop(): Promise<void>;
}

const PERIODIC_POLL_SECONDS = 2;
const STOP_TIMEOUT_MS = 5_000;

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
export async function startJobs({ pool, log, work, periodic = [], onAttempt }: JobOptions): Promise<RunningJobs> {
  const db = createJobDatabase(pool, log);
  const boss = new PgBoss({
    db,
    migrate: false,
    schedule: periodic.length > 0,
    ...maintenanceOptions,
  });
  const stopping = new AbortController();
  const runner: JobRunner = { boss, db, log, throttled: createLogThrottle(), stopping: stopping.signal, onAttempt };
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
  for (const job of periodic) await workPeriodically(runner, job);
  const stops = work.map((one) => startConcurrentJobs(runner, one, onError));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(stops.map((stop) => stop()));
      try {
        await boss.stop({ timeout: STOP_TIMEOUT_MS });
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        log.warn('Job queue stopped while its database is unavailable: active jobs will be retried');
      }
    },
  };
}

async function workPeriodically(runner: JobRunner, { name, work }: PeriodicJob): Promise<void> {
  const options = {
    pollingIntervalSeconds: PERIODIC_POLL_SECONDS,
    includeMetadata: true,
    perJobResults: true,
  } as const;
  const once: Work = (_job, signal) => work(signal);
  await runner.boss.work(name, options, (jobs) => Promise.all(jobs.map((job) => runJob(runner, once, job))));
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
