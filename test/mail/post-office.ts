import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { closeOrm, createOrm, poolOf, type Orm } from '../../src/database/orm.js';
import { startJobs } from '../../src/adapters/jobs/start-jobs.js';
import type { PeriodicJob } from '../../src/adapters/jobs/job.js';
import { createMailQueue, createMailWorker } from '../../src/adapters/mail/mail-queue.js';
import type { Mail } from '../../src/core/ports.js';
import { mailEnvironment, mailSettings } from '../../src/config/mail.js';
import { z } from 'zod';
import { atTheEnd } from '../support/clean-up.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { recordOutput } from '../support/recording.js';

export const KEY = Buffer.alloc(32, 7);

/** A database with a mail queue, and workers for it. */
export interface PostOffice {
  readonly database: TestDatabase;
  readonly orm: Orm;
  /** `DATA_DIR`. */
  readonly folder: string;
  /** All log entries, a JSON object each. */
  readonly logged: Record<string, unknown>[];
  readonly log: Logger;
  /** Queues mails in their own transaction. */
  queue(...mails: Mail[]): Promise<void>;
  /** Starts a worker, which stops at the end of the test if it still runs. */
  start(environment?: Record<string, string>, periodic?: readonly PeriodicJob[]): Promise<{ stop(): Promise<void> }>;
  /** Number of jobs by state. */
  jobs(): Promise<Record<string, number>>;
}

/** @param retrySeconds between the first two attempts; half a minute would be too long for a test */
export async function openPostOffice(retrySeconds = 1): Promise<PostOffice> {
  const database = await freshDatabase();
  atTheEnd(() => database.drop());
  await database.pool.query(`update pgboss.queue set retry_delay = $1, retry_backoff = false where name = 'mail'`, [
    retrySeconds,
  ]);
  const orm = createOrm(database.address, 5);
  atTheEnd(() => closeOrm(orm));
  const folder = await mkdtemp(join(tmpdir(), 'lectern-mail-'));
  atTheEnd(() => rm(folder, { recursive: true }));
  const logged: Record<string, unknown>[] = [];
  const write = (line: string): void => {
    recordOutput(line);
    logged.push(JSON.parse(line) as Record<string, unknown>);
  };
  const log = pino({ level: 'trace' }, { write });
  const mailQueue = createMailQueue(settingsFrom({}), KEY);
  return {
    database,
    orm,
    folder,
    logged,
    log,
    queue: (...mails) => orm.em.fork().transactional((em) => mailQueue.queue(em, mails)),
    async start(environment = {}, periodic = []) {
      const settings = settingsFrom(environment);
      const jobs = await startJobs({
        pool: await poolOf(orm),
        log,
        work: [
          {
            queue: 'mail',
            work: createMailWorker({
              ...{ settings, productName: 'Lectern', dataDirectory: folder, key: KEY, log },
              wantsMail: async () => null,
            }),
          },
        ],
        periodic,
      });
      let stopped: Promise<void> | undefined;
      const stop = () => (stopped ??= jobs.stop());
      atTheEnd(stop);
      return { stop };
    },
    async jobs() {
      const { rows } = await database.pool.query<{ state: string; count: number }>(
        `select state::text, count(*)::int from pgboss.job where name = 'mail' group by state`,
      );
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
  };
}

export function settingsFrom(environment: Record<string, string>) {
  return mailSettings({ ...z.object(mailEnvironment).parse(environment), PRODUCT_NAME: 'Lectern' });
}
