import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { isVerified } from '../reads/verified-webhooks.js';
import { PING } from './message.js';

/**
 * A webhook receives nothing but a `ping` until its receiver has responded to one with 2xx: otherwise, hosts could make
 * the service send requests to a host that does not expect them. A new URL, and a disabled webhook that is enabled again,
 * are unverified.
 */

/** Whether the held delivery `d` of the webhook `w` waits only for its turn. */
export const isFed = sql<boolean>`(w.disabled_at is null and (d.type = ${sql.lit(PING)} or ${isVerified}))`;

/** Attempts of a ping to a receiver that has not been verified: 0 s, 5 s, 5 and 30 minutes after its creation. */
export const MAX_VERIFYING_ATTEMPTS = 4;

/** Enabled webhooks that have not been sent a ping at their URL, such as new ones; marks them as such. */
export const webhooksToPing = statement(
  'webhooks to ping',
  () => sql<{ id: string }>`
    update webhooks set pinged_url = url where id in (
      select id from webhooks where disabled_at is null and pinged_url is distinct from url
        and verified_url is distinct from url order by id limit 100 for update skip locked)
    returning id`,
);

/** Verifies a webhook, unless its URL has changed. It receives later changes only. */
export const verifyWebhook = statement(
  'verify webhook',
  ($: Parameters<{ webhookId: string; url: string; now: number }>) => sql<object>`
    update webhooks w set verified_url = url, verified_at = to_timestamp(${$.now}::float8), verification_error = null,
      start_epoch = public.event_log_epoch(), start_snapshot = pg_current_snapshot()
    where w.id = ${$.webhookId}::bigint and w.url = ${$.url} and not ${isVerified}`,
);

/** Notes why the receiver is not verified. */
export const noteUnverified = statement(
  'note unverified webhook',
  ($: Parameters<{ webhookId: string; url: string; error: string | null }>) => sql<object>`
    update webhooks w set verification_error = ${$.error}
    where w.id = ${$.webhookId}::bigint and w.url = ${$.url} and not ${isVerified}`,
);
