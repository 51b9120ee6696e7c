import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import type { WebhookServices } from './ports.js';
import { isSettled, logHead, type LogPosition } from '../reads/change-log.js';
import { dayZoneOfRow, shownDay } from '../reads/shown-day.js';
import { inTransaction, statementsOf } from '../transaction/transactions.js';
import type { WebhookLimits } from './allowance.js';
import { isApprovedOrDecision } from './approval.js';
import { isDayOnlyRow } from './delivery-times.js';
import { feedDeliveries } from './feed-deliveries.js';
import { insertDeliveries } from './insert-deliveries.js';
import { messageId } from './message-id.js';
import { changeMessage, PING, pingMessage, type ChangeToSend, type RecordNames } from './message.js';
import { mayReceive } from './owner.js';
import { isVerified } from '../reads/verified-webhooks.js';
import { isFed, webhooksToPing } from './verification.js';

/** Dependencies of the dispatcher. */
export interface DispatchParts {
  readonly em: EntityManager;
  readonly run: Run;
  readonly queue: WebhookServices['queue'];
  readonly names: RecordNames;
  readonly limits: Pick<WebhookLimits, 'owner'>;
  /** 32 bytes. */
  readonly secretKey: Buffer;
}

/** With 20 webhooks, 2 000 deliveries: a batch blocks the event loop for some milliseconds only. */
const BATCH_SIZE = 100;

/**
 * Creates deliveries of the changes since the last run of any process, and of pings to new webhooks, and queues those
 * whose turn it is. One process runs it at a time. Without enabled webhooks, it does not read the log.
 *
 * @returns whether deliveries may be waiting
 */
export async function dispatchChanges(parts: DispatchParts): Promise<boolean> {
  const [state] = await parts.run(dispatchState, {});
  if (!state?.hasWebhooks) return false;
  for (let isFull = state.hasWork; isFull;) isFull = await dispatchBatch(parts);
  return true;
}

/** @returns whether more changes may follow */
function dispatchBatch({ em, queue, names, limits, secretKey }: DispatchParts): Promise<boolean> {
  return inTransaction(em, async (fork) => {
    const { run } = statementsOf(fork);
    const [position] = await run(lockPosition, {});
    // Another process holds the lock.
    if (!position) return false;
    const pings = (await run(webhooksToPing, {})).map(({ id }) => newPing(id));
    const [batch] = await run(changesToDispatch, position);
    const changes = (batch?.matches ?? []).map(({ webhookId, dayIn, isDayOnly, position: place, ...change }) => {
      const at = timeOn(change.at, dayIn);
      return {
        ...{ webhookId, type: change.kind, body: changeMessage({ ...change, at }, names) },
        // Derived from the row, so that a repetition has the same ID.
        messageId: messageId(place, webhookId, secretKey),
        day: isDayOnly ? at : null,
      };
    });
    await insertDeliveries(run, [...pings, ...changes]);
    if (batch?.last) await run(movePosition, batch.last);
    await queue(fork, await feedDeliveries(run, limits.owner));
    return batch?.count === BATCH_SIZE;
  });
}

const newPing = (webhookId: string) => ({
  ...{ webhookId, messageId: `msg_${randomUUID()}`, type: PING },
  ...{ body: pingMessage(Date.now() / 1000), day: null },
});

const timeOn = (at: string, dayIn: string | null): string =>
  new Date(shownDay(Date.parse(at) / 1000, dayIn) * 1000).toISOString();

const after = ($: Parameters<LogPosition>) => sql`${$.epoch}::bigint, ${$.transactionId}::xid8, ${$.id}::bigint`;
const place = sql`(l.epoch, l.transaction_id, l.id)`;

const dispatchState = statement(
  'webhooks and undispatched changes',
  () => sql<{ hasWebhooks: boolean; hasWork: boolean }>`
    select w.exist as "hasWebhooks",
      w.exist and (exists (select from webhook_position p, (
          select * from event_log order by epoch desc, transaction_id desc, id desc limit 1
        ) l where ${place} > (p.epoch, p.transaction_id, p.id))
        or exists (select from webhooks where disabled_at is null and pinged_url is distinct from url
          and verified_url is distinct from url)
        or exists (select from webhook_deliveries d join webhooks w on w.id = d.webhook_id and ${isFed}
          where d.is_held and d.next_attempt_at is not null)) as "hasWork"
    from (select exists (select from webhooks where disabled_at is null) as exist) w`,
);

const lockPosition = statement(
  'lock position of webhooks',
  () => sql<LogPosition>`
    select epoch::text as epoch, transaction_id::text as "transactionId", id::text as id
    from webhook_position for update skip locked`,
);

interface Batch {
  readonly count: number;
  readonly last: LogPosition | null;
  readonly matches: readonly (ChangeToSend & {
    readonly webhookId: string;
    readonly dayIn: string | null;
    readonly isDayOnly: boolean;
    readonly position: LogPosition;
  })[];
}

const positionOf = (row: string) => sql`json_build_object('epoch', ${sql.ref(`${row}.epoch`)}::text,
  'transactionId', ${sql.ref(`${row}.transaction_id`)}::text, 'id', ${sql.ref(`${row}.id`)}::text)`;

/**
 * The next settled changes with the webhooks that receive them. Changes before the start of all webhooks are skipped:
 * while no webhook was enabled, the position was not moved. A single bound, as a scan with two may begin at the lower one.
 */
const changesToDispatch = statement(
  'changes to dispatch to webhooks',
  ($: Parameters<LogPosition>) => sql<Batch>`
    with head as materialized (${logHead}),
    first as materialized (
      select w.start_epoch as epoch, pg_snapshot_xmin(w.start_snapshot) as transaction_id from webhooks w
      where w.disabled_at is null order by 1, 2 limit 1
    ),
    start as materialized (
      select p.* from first, lateral (values (${after($)}), (first.epoch, first.transaction_id, 0::bigint))
        as p (epoch, transaction_id, id) order by p.epoch desc, p.transaction_id desc, p.id desc limit 1
    ),
    changes as materialized (
      select l.* from head, event_log l
      where ${place} > (select epoch, transaction_id, id from start) and ${isSettled}
      order by l.epoch, l.transaction_id, l.id limit ${sql.raw(String(BATCH_SIZE))}
    ),
    matches as (
      select l.*, ${dayZoneOfRow} as day_in, ${isDayOnlyRow} as is_day_only, w.id as webhook_id, w.origin from changes l
      left join events e on e.id = l.event_id
      join webhooks w on w.disabled_at is null and (w.event_id is null or w.event_id = l.event_id)
        and l.kind = any(w.kinds) and (l.epoch > w.start_epoch
          or l.epoch = w.start_epoch and not pg_visible_in_snapshot(l.transaction_id, w.start_snapshot))
        and ${mayReceive} and ${isVerified} and ${isApprovedOrDecision(sql`l.kind`)}
    )
    select (select count(*)::integer from changes) as count,
      (select ${positionOf('l')} from changes l order by l.epoch desc, l.transaction_id desc, l.id desc limit 1) as last,
      coalesce((select json_agg(json_build_object('webhookId', m.webhook_id::text, 'position', ${positionOf('m')},
          'kind', m.kind, 'at', to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'dayIn', m.day_in, 'isDayOnly', m.is_day_only, 'eventId', coalesce(m.event_id, m.record_id)::text, 'recordId', m.record_id::text,
          'origin', m.origin)
        order by m.epoch, m.transaction_id, m.id, m.webhook_id) from matches m), '[]') as matches`,
);

const movePosition = statement(
  'move position of webhooks',
  ($: Parameters<LogPosition>) => sql<object>`
    update webhook_position
    set epoch = ${$.epoch}::bigint, transaction_id = ${$.transactionId}::xid8, id = ${$.id}::bigint`,
);
