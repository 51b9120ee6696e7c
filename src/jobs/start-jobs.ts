import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { isUnavailable } from '../database/unavailable.js';
import type { Logger } from '../log.js';
import type { PeriodicJob, Work } from './job.js';
import { perform, type Performance } from './perform.js';
import { quietly } from './quiet.js';
import { periodicQueue, type QueueName } from './queues.js';
import { watchedDatabase } from './watched-database.js';

export interface JobParts {
  /** Borrowed for one statement at a time; no state is left on a connection, so it may lead to a pooler. */
  readonly pool: Pool;
  readonly log: Logger;
  readonly work: Readonly<Record<QueueName, Work>>;
  readonly periodic?: readonly PeriodicJob[];
  /** Told of each try: `mail done`. */
  readonly tried?: Performance['tried'];
}

/** The background work of one process. */
export interface RunningJobs {
  /** Lets what runs come to its end, for five seconds; what is left then is tried again by the next process. */
  stop(): Promise<void>;
}

const POLL_SECONDS = 2;
/** As many at once: one that waits does not keep the others waiting. */
const AT_ONCE = 5;
const STOP_WITHIN_MS = 5_000;

/** How often pg-boss looks after its tables. Idle, a process asks the database about once in two seconds. */
const upkeep = {
  superviseIntervalSeconds: 30,
  // Less than the above, which has to find it past.
  monitorIntervalSeconds: 25,
  maintenanceIntervalSeconds: 3_600,
  queueCacheIntervalSeconds: 300,
  // Jobs that wait for other jobs: there are none.
  flowIntervalSeconds: 86_400,
  cronWorkerIntervalSeconds: 10,
  // Rebuilding indexes would take longer than a service allows a statement; the tables stay small.
  reindex: false,
  monitorVacuum: false,
} as const;

/**
 * Starts to do the jobs that are in the database, and those to come.
 *
 * @throws Error when the job queue's tables are missing or of another version: `migrateJobs` makes them
 */
export async function startJobs({ pool, log, work, periodic = [], tried }: JobParts): Promise<RunningJobs> {
  const boss = new PgBoss({
    db: watchedDatabase(pool, log),
    migrate: false,
    schedule: periodic.length > 0,
    ...upkeep,
  });
  const stopping = new AbortController();
  const parts: Performance = { boss, log, quietly: quietly(), stopping: stopping.signal, tried };
  boss.on('error', (error) => {
    // An unreachable database is reported where it is asked; while stopping, the last questions may meet a closed pool.
    if (stopping.signal.aborted || isUnavailable(error)) return;
    const { message, stack } = error;
    parts.quietly(message, () => log.error({ err: { message, stack } }, 'The job queue met an error'));
  });
  boss.on('warning', ({ message }) => parts.quietly(message, () => log.warn(`The job queue: ${message}`)));

  // Before the start, which looks at once for what is due.
  for (const { name, cron } of periodic) {
    await boss.createQueue(name, periodicQueue);
    await boss.schedule(name, cron);
  }
  await boss.start();
  // What a killed process has left is taken up now, not at the next round.
  await boss.supervise();
  for (const [queue, one] of Object.entries(work)) await workOn(parts, queue, one);
  for (const { name, work: once } of periodic) await workOn(parts, name, (_job, signal) => once(signal));
  return {
    async stop() {
      stopping.abort();
      try {
        await boss.stop({ timeout: STOP_WITHIN_MS });
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        log.warn('The job queue stops without its database: what was being done will be tried again');
      }
    },
  };
}

/** Each job of a batch comes to an end of its own; a full batch is followed by the next one without a pause. */
async function workOn(parts: Performance, queue: string, work: Work): Promise<void> {
  const options = {
    pollingIntervalSeconds: POLL_SECONDS,
    batchSize: AT_ONCE,
    burstWhenBatchFull: true,
    includeMetadata: true,
    perJobResults: true,
  } as const;
  await parts.boss.work(queue, options, (jobs) => Promise.all(jobs.map((job) => perform(parts, work, job))));
}
