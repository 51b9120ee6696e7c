import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import type { Allowance } from '../../config/allowance.js';
import type { DeliveryJob } from './delivery-job.js';
import { laneOf } from './lane.js';
import { isFed } from './verification.js';

/** Deliveries of a webhook that are considered at a time; further ones wait for the next turn, about a second later. */
const PER_TURN = 100;

/**
 * Takes held deliveries whose turn it is, of each owner as many as the allowance permits: the queue of one does not delay
 * the webhooks of another.
 *
 * @param run in a transaction that no other process executes at the same time
 * @returns the attempts to queue
 */
export async function feedDeliveries(run: Run, allowance: Allowance | null): Promise<DeliveryJob[]> {
  const { points, seconds } = allowance ?? { points: null, seconds: null };
  const fed = await run(feed, { points, seconds });
  return fed.map(({ deliveryId, attempts, webhookId, lane }) => ({ deliveryId, attempts, webhookId, lane }));
}

type Fed = Required<Pick<DeliveryJob, 'deliveryId' | 'attempts' | 'webhookId' | 'lane'>>;

/** The allowance of a site administrator, or of a service without a limit, is a turn of each webhook. */
const feed = statement(
  'feed held webhook deliveries',
  ($: Parameters<{ points: number | null; seconds: number | null }>) => {
    const each = sql`(${$.seconds}::float8 / ${$.points}::float8)`;
    return sql<Fed>`
    with waiting as materialized (
      select d.id, d.webhook_id, d.turn, w.user_id, ${laneOf} as lane,
        ${$.points}::float8 is not null and not coalesce((select is_admin from users where id = w.user_id), false) as is_limited
      from (select distinct webhook_id from webhook_deliveries where is_held and next_attempt_at is not null) held
      join webhooks w on w.id = held.webhook_id
      cross join lateral (
        select id, webhook_id, row_number() over (order by created_at, id) as turn from (
          select id, webhook_id, created_at from webhook_deliveries d
          where webhook_id = w.id and is_held and next_attempt_at is not null and ${isFed} order by created_at, id limit ${sql.lit(PER_TURN)}) d
      ) d
    ),
    buckets as materialized (
      select o.user_id, greatest(a.full_at, now()) as full_at,
        floor(extract(epoch from now() - greatest(a.full_at, now()) + make_interval(secs => ${$.seconds}::float8)) / ${each})
          as left_over
      from (select distinct user_id from waiting where is_limited) o
      left join webhook_allowances a on a.key = 'owner:' || o.user_id
    ),
    fed as materialized (
      select t.* from (
        select waiting.*, row_number() over (partition by user_id order by turn, id) as place from waiting
      ) t left join buckets b on b.user_id = t.user_id
      where not t.is_limited or t.place <= b.left_over
    ),
    taken as (
      insert into webhook_allowances (key, full_at)
      select 'owner:' || b.user_id, b.full_at + make_interval(secs => n.count * ${each})
      from buckets b join (select user_id, count(*) as count from fed group by 1) n on n.user_id = b.user_id
      on conflict (key) do update set full_at = excluded.full_at
    )
    update webhook_deliveries d set is_held = false from fed where d.id = fed.id
    returning d.id as "deliveryId", d.attempts, d.webhook_id as "webhookId", fed.lane`;
  },
);
