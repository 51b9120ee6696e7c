import type { EntityManager } from '@mikro-orm/postgresql';
import type { Transaction } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Transaction as PreparedTransaction } from '../reads/transaction.js';
import type { QueueName } from './queues.js';

/** Inside which jobs are added: that of the ORM, or one of prepared statements. */
export type JobTransaction = EntityManager | Pick<PreparedTransaction, 'executeSql'>;

/**
 * Adds jobs in a transaction: they are there when it commits, and never were when it is rolled back.
 *
 * @param payloads what each job's work is given
 * @throws Error outside a transaction, where a job could be done for a change that never happened
 */
export async function insertJobs(
  transaction: JobTransaction,
  queue: QueueName,
  payloads: readonly object[],
): Promise<void> {
  if (payloads.length === 0) return;
  // Not started, it is no more than a writer of SQL, all of which runs on this transaction.
  const boss = new PgBoss({ db: 'executeSql' in transaction ? transaction : fromKysely(transactionOf(transaction)) });
  const jobs = payloads.map((data) => ({ data }));
  const ids = await boss.insert(queue, jobs, { returnId: true });
  if (ids?.length !== jobs.length) throw new Error(`${ids?.length ?? 0} of ${jobs.length} jobs were added`);
}

function transactionOf(em: EntityManager): Transaction<unknown> {
  const transaction = em.getTransactionContext<Transaction<unknown>>();
  if (!transaction) throw new Error('Jobs are added inside the transaction of the change that they follow');
  return transaction;
}
