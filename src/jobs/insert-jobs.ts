import type { EntityManager } from '@mikro-orm/postgresql';
import type { Transaction } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { QueueName } from './queues.js';

/**
 * Adds jobs in the transaction of `em`: they are there when it commits, and never were when it is rolled back.
 *
 * @param payloads what each job's work is given
 * @throws Error outside a transaction, where a job could be done for a change that never happened
 */
export async function insertJobs(em: EntityManager, queue: QueueName, payloads: readonly object[]): Promise<void> {
  if (payloads.length === 0) return;
  const transaction = em.getTransactionContext<Transaction<unknown>>();
  if (!transaction) throw new Error('Jobs are added inside the transaction of the change that they follow');
  // Not started, it is no more than a writer of SQL, all of which runs on this transaction.
  const boss = new PgBoss({ db: fromKysely(transaction) });
  const jobs = payloads.map((data) => ({ data }));
  const ids = await boss.insert(queue, jobs, { returnId: true });
  if (ids?.length !== jobs.length) throw new Error(`${ids?.length ?? 0} of ${jobs.length} jobs were added`);
}
