import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { unseal } from '../common/secret-box.js';
import { takeRequest } from './allowance.js';
import { isApprovedOrDecision } from './approval.js';
import type { AttemptParts, DeliveryToSend } from './attempt-parts.js';
import type { DeliveryJob } from './delivery-job.js';
import { laneOf } from './lane.js';
import { PING } from './message.js';
import { mayReceive } from './owner.js';
import { postpone } from './postpone-attempt.js';
import { hold, recordDelivered, recordEnd, recordFailure } from './record-attempt.js';
import { isVerified } from '../reads/verified-webhooks.js';

const USER_AGENT = 'Lectern-Webhooks';

/** Sends a delivery, unless the job is a duplicate, and records the result with the next attempt. */
export async function attemptDelivery(
  parts: AttemptParts,
  job: Pick<DeliveryJob, 'deliveryId' | 'attempts'>,
): Promise<void> {
  const { run, send, now, secretKey } = parts;
  const [delivery] = await run(deliveryToSend, { ...job, now: now() });
  if (!delivery) return;
  if (!delivery.isPermitted) return recordEnd(run, job, 'owner of the webhook no longer hosts the event');
  if (!delivery.isApproved && delivery.type !== PING) return recordEnd(run, job, 'event is not approved');
  if (!delivery.isVerified && delivery.type !== PING) return hold(run, job);
  if (!(await mayRequest(parts, job, delivery))) return postpone(parts, { ...job, ...delivery });
  const secrets = delivery.sealedSecrets.map((sealed) => unseal(sealed, secretKey));
  const { url, messageId: id, body } = delivery;
  const result = await send({ url, id, body, secrets, userAgent: USER_AGENT }, now());
  const attempt = { ...job, ...delivery, ...result, now: now() };
  await (result.outcome === 'delivered' ? recordDelivered(run, attempt) : recordFailure(parts, attempt));
}

/** Takes a request of the host, and for a repetition also of the owner: `feedDeliveries` has taken that of the first attempt. */
async function mayRequest(
  { run, limits }: AttemptParts,
  { attempts }: Pick<DeliveryJob, 'attempts'>,
  { url, limitedOwner }: DeliveryToSend,
): Promise<boolean> {
  const isRepetition = attempts > 0 && limitedOwner !== null;
  if (isRepetition && !(await takeRequest(run, `owner:${limitedOwner}`, limits.owner))) return false;
  return takeRequest(run, `host:${hostOf(url)}`, limits.host);
}

/** In the spelling of the URL parser, without a final dot: all names of one host share its allowance. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');

const deliveryToSend = statement(
  'webhook delivery to send',
  ($: Parameters<{ deliveryId: string; attempts: number; now: number }>) => sql<DeliveryToSend>`
    select w.id as "webhookId", w.url, d.message_id as "messageId", d.type, d.body, ${mayReceive} as "isPermitted",
      ${isApprovedOrDecision(sql`d.type`)} as "isApproved", ${isVerified} as "isVerified", ${laneOf} as lane,
      (select o.id::text from users o where o.id = w.user_id and not o.is_admin) as "limitedOwner",
      array_remove(array[w.secret, case when w.previous_secret_until > to_timestamp(${$.now}::float8)
        then w.previous_secret end], null) as "sealedSecrets"
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.disabled_at is null
    left join events e on e.id = coalesce(w.event_id, (d.body::json #>> '{data,eventId}')::bigint)
    where d.id = ${$.deliveryId}::bigint and d.attempts = ${$.attempts}::integer and d.next_attempt_at is not null`,
);
