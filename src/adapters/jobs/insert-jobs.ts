import type { EntityManager } from '@mikro-orm/postgresql';
import { PgBoss } from 'pg-boss';
import { statementsOf } from '../../core/transaction/transactions.js';
import type { QueueName } from '../../database/queues.js';
import type { Transaction } from '../../database/sql/transaction.js';

/**
 * Inserts jobs in a transaction: they become visible when it commits and vanish when it rolls back.
 *
 * @param payloads one per job
 * @throws Error outside a transaction, where a job could run for a change that was never committed
 */
export async function insertJobs(
  transaction: EntityManager | Pick<Transaction, 'executeSql'>,
  queue: QueueName,
  payloads: readonly object[],
): Promise<void> {
  if (payloads.length === 0) return;
  // Never started: it only generates SQL, which runs in this transaction.
  const boss = new PgBoss({ db: 'executeSql' in transaction ? transaction : statementsOf(transaction) });
  const jobs = payloads.map((data) => ({ data }));
  const ids = await boss.insert(queue, jobs, { returnId: true });
  if (ids?.length !== jobs.length) throw new Error(`Inserted ${ids?.length ?? 0} of ${jobs.length} jobs`);
}
