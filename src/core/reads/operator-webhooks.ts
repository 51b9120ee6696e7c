import { sql } from 'kysely';
import { statement, type Parameters, type RowOfStatement } from '../../database/sql/statement.js';
import { isVerified } from './verified-webhooks.js';
import type { LimitArgument } from './operator-lists.js';

/** Lists of webhooks for the command line. Times are ISO 8601, in UTC, with seconds. */

const time = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

interface ListedWebhookRow {
  readonly id: string;
  /** Null for the changes of all events. */
  readonly eventId: string | null;
  readonly event: string | null;
  readonly owner: string;
  readonly url: string;
  readonly failingSince: string | null;
  readonly disabledAt: string | null;
  readonly disabledReason: string | null;
  readonly verifiedAt: string | null;
  /** Why the receiver is not verified; null if it is, or before the first ping. */
  readonly verificationError: string | null;
  /** Deliveries with a planned attempt. */
  readonly waiting: number;
}

export const listedWebhooks = statement(
  'listed webhooks',
  ($: Parameters<LimitArgument>) => sql<ListedWebhookRow>`
    select w.id, w.event_id as "eventId", e.name as event, u.username as owner, w.url,
      ${time('w.failing_since')} as "failingSince", ${time('w.disabled_at')} as "disabledAt",
      w.disabled_reason as "disabledReason", w.verification_error as "verificationError",
      case when ${isVerified} then ${time('w.verified_at')} end as "verifiedAt",
      (select count(*)::float8 from webhook_deliveries d
        where d.webhook_id = w.id and d.next_attempt_at is not null) as waiting
    from webhooks w join users u on u.id = w.user_id left join events e on e.id = w.event_id
    order by w.id limit ${$.limit}::bigint`,
);
export type ListedWebhook = RowOfStatement<typeof listedWebhooks>;

interface ListedDeliveryRow {
  readonly id: string;
  readonly messageId: string;
  readonly type: string;
  readonly createdAt: string;
  readonly attempts: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly deliveredAt: string | null;
  readonly nextAttemptAt: string | null;
}

export const listedDeliveries = statement(
  'listed webhook deliveries',
  ($: Parameters<LimitArgument & { webhook: string }>) => sql<ListedDeliveryRow>`
    select d.id, d.message_id as "messageId", d.type, ${time('d.created_at')} as "createdAt", d.attempts, d.status,
      d.error, ${time('d.delivered_at')} as "deliveredAt", ${time('d.next_attempt_at')} as "nextAttemptAt"
    from webhook_deliveries d where d.webhook_id = ${$.webhook}::bigint
    order by d.created_at desc, d.id desc limit ${$.limit}::bigint`,
);
export type ListedDelivery = RowOfStatement<typeof listedDeliveries>;
