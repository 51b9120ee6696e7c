import { sql, type RawBuilder } from 'kysely';
import { anyId, db, epoch, statement, type Parameters, type RowOfStatement } from '../../database/sql/statement.js';
import type { ChangeKind } from '../change-kinds.js';
import { isVerified } from './verified-webhooks.js';
import { key, type Order } from './order.js';
import { childList } from './page.js';
import { dayZone } from './shown-day.js';
import type { Visibility } from '../rules.js';
import { byVisibility, type ViewerArgument } from './visibility.js';

/** Why the service has disabled a webhook: its receiver responded with 410, or failed for 5 days. */
export type DisabledReason = 'GONE' | 'FAILING';

interface WebhookColumns {
  readonly id: string;
  /** Null for the changes of all events. */
  readonly eventId: string | null;
  readonly url: string;
  readonly kinds: readonly ChangeKind[];
  readonly description: string;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAtSeconds: number | null;
  readonly createdAtSeconds: number;
  /** Null until the receiver responds to a ping with 2xx. */
  readonly verifiedAtSeconds: number | null;
  readonly verificationError: string | null;
}

const webhookColumns = sql`w.id, w.event_id as "eventId", w.url, w.kinds, w.description,
  w.disabled_reason as "disabledReason", ${epoch('w.disabled_at')} as "disabledAtSeconds",
  ${epoch('w.created_at')} as "createdAtSeconds", w.verification_error as "verificationError",
  case when ${isVerified} then ${epoch('w.verified_at')} end as "verifiedAtSeconds"`;

/** Whether the viewer manages the webhook `w`: a host those of the event, a site administrator all. */
function isManaged(visibility: Visibility, $: Parameters<ViewerArgument>): RawBuilder<boolean> {
  const rules: Record<Visibility, () => RawBuilder<boolean>> = {
    public: () => sql<boolean>`false`,
    hosted: () => sql<boolean>`exists (select from event_hosts h
      where h.event_id = w.event_id and h.user_id = ${$.viewer}::bigint)`,
    everything: () => sql<boolean>`true`,
  };
  return rules[visibility]();
}

type ByKeys = Parameters<{ keys: readonly string[] } & ViewerArgument>;

export const webhooksById = byVisibility((visibility) =>
  statement(
    `webhooks by id, ${visibility}`,
    ($: ByKeys) => sql<WebhookColumns>`
      select ${webhookColumns} from webhooks w where w.id = ${anyId($.keys)} and ${isManaged(visibility, $)}`,
  ),
);

export type WebhookRow = RowOfStatement<ReturnType<typeof webhooksById>>;

export const webhooksOfEvents = byVisibility((visibility) =>
  statement(
    `webhooks of events, ${visibility}`,
    ($: ByKeys) => sql<WebhookColumns & { parent: string }>`
      select ${webhookColumns}, w.event_id as parent from webhooks w
      where w.event_id = ${anyId($.keys)} and ${isManaged(visibility, $)} order by w.id`,
  ),
);

/** The webhooks for the changes of all events, for site administrators. */
export const webhooksOfSite = statement(
  'webhooks of all events',
  () => sql<WebhookColumns>`select ${webhookColumns} from webhooks w where w.event_id is null order by w.id`,
);

interface DeliveryColumns {
  readonly id: string;
  readonly messageId: string;
  readonly type: string;
  readonly attempts: number;
  readonly status: number | null;
  readonly error: string | null;
  /** The times are shown as their day in this zone, unless it is null. */
  readonly dayIn: string | null;
  readonly deliveredAtSeconds: number | null;
  readonly nextAttemptAtSeconds: number | null;
  readonly createdAtSeconds: number;
}

/**
 * The zone of the day of a message about a comment while the event hides all names, or that an earlier version has stored
 * with the exact times, although the message itself contains only the day.
 */
const dayIn = sql`case when d.type like '%comment.%' and not d.is_day_only then (
    select coalesce(${dayZone(sql`d.type`)}, case when d.body::json->>'timestamp' like '%:00.000Z' then e.time_zone end)
    from events e where e.id = (d.body::json #>> '{data,eventId}')::bigint) end`;

const deliveryColumns = sql<DeliveryColumns>`d.id, d.message_id as "messageId", d.type, d.attempts, d.status, d.error,
  ${dayIn} as "dayIn",
  ${epoch('d.delivered_at')} as "deliveredAtSeconds", ${epoch('d.next_attempt_at')} as "nextAttemptAtSeconds",
  ${epoch('d.created_at')} as "createdAtSeconds"`;

export const deliveriesById = byVisibility((visibility) =>
  statement(
    `webhook deliveries by id, ${visibility}`,
    ($: ByKeys) => sql<DeliveryColumns & { webhookId: string }>`
      select ${deliveryColumns}, d.webhook_id as "webhookId"
      from webhook_deliveries d join webhooks w on w.id = d.webhook_id
      where d.id = ${anyId($.keys)} and ${isManaged(visibility, $)}`,
  ),
);

/** The deliveries of a webhook that the viewer manages, latest first. */
export const deliveriesOfWebhook = childList(
  'deliveries of webhook',
  (): Order => [key('d.created_at', 'createdAtSeconds', 'hidden time', 'desc'), key('d.id', 'id', 'id', 'desc')],
  (_: Parameters<ViewerArgument>) =>
    db
      .selectFrom(
        sql<DeliveryColumns>`(select d.webhook_id, d.created_at, ${deliveryColumns} from webhook_deliveries d
          where d.webhook_id = parents.parent)`.as('d'),
      )
      .selectAll(),
);

export type DeliveryRow = DeliveryColumns;
