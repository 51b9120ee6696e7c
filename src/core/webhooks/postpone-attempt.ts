import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { inTransaction, statementsOf } from '../transaction/transactions.js';
import type { AttemptParts, DeliveryToSend } from './attempt-parts.js';
import { deliveryTime } from './delivery-times.js';
import type { DeliveryJob } from './delivery-job.js';

/** Seconds until the next attempt, and the maximum random time in addition, so that not all return at once. */
const WAIT = 60;
const SPREAD = 120;

type Postponed = Pick<DeliveryJob, 'deliveryId' | 'attempts'> & Pick<DeliveryToSend, 'webhookId' | 'lane'>;

/** Repeats an attempt later, without counting it, because its host or its owner has used up the allowance of requests. */
export function postpone({ em, queue, now }: AttemptParts, attempt: Postponed): Promise<void> {
  const { deliveryId, attempts, webhookId, lane } = attempt;
  const delaySeconds = WAIT + SPREAD * Math.random();
  return inTransaction(em, async (fork) => {
    const [moved] = await statementsOf(fork).run(moveAttempt, { deliveryId, attempts, nextAt: now() + delaySeconds });
    if (moved) await queue(fork, [{ deliveryId, attempts, webhookId, lane, delaySeconds }]);
  });
}

const moveAttempt = statement(
  'postpone webhook delivery',
  ($: Parameters<{ deliveryId: string; attempts: number; nextAt: number }>) => sql<{ id: string }>`
    update webhook_deliveries d set next_attempt_at = ${deliveryTime(sql`to_timestamp(${$.nextAt}::float8)`)}
    where d.id = ${$.deliveryId}::bigint and d.attempts = ${$.attempts}::integer and d.next_attempt_at is not null
    returning d.id`,
);
