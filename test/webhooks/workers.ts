import pino from 'pino';
import { startJobs, type RunningJobs } from '../../src/adapters/jobs/start-jobs.js';
import { createMailQueue } from '../../src/adapters/mail/mail-queue.js';
import { uriOf } from '../../rest-facade/index.js';
import type { WebhookLimits } from '../../src/core/webhooks/allowance.js';
import { createRun } from '../../src/core/transaction/run.js';
import { closeOrm, createOrm, poolOf } from '../../src/database/orm.js';
import { webhookWork } from '../../src/server/composition/webhooks.js';
import { settingsFrom } from '../mail/post-office.js';
import { atTheEnd } from '../support/clean-up.js';
import type { TestDatabase } from '../support/database.js';
import { KEY } from '../support/service.js';

/** Starts the jobs that send webhooks, as a process does. They stop at the end of the test. */
export async function startWorker(
  { address }: Pick<TestDatabase, 'address'>,
  allowed: readonly string[],
  limits: WebhookLimits = { owner: null, host: null },
): Promise<RunningJobs> {
  const orm = createOrm(address, 5);
  const pool = await poolOf(orm);
  const run = createRun(pool, { prepared: true });
  const mail = createMailQueue(settingsFrom({}), KEY);
  const jobs = await startJobs({
    ...{ pool, log: pino({ level: 'error' }) },
    work: [webhookWork({ em: orm.em, run, secretKey: KEY, mail, uriOf, allowed, limits })],
  });
  atTheEnd(async () => {
    await jobs.stop();
    await closeOrm(orm);
  });
  return jobs;
}
