import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import type { WebhookServices } from './ports.js';
import { isSettled, logHead, type LogPosition } from '../reads/change-log.js';
import { dayZoneOfRow, shownDay } from '../reads/shown-day.js';
import { inTransaction, statementsOf } from '../transaction/transactions.js';
import { changeMessage, type ChangeToSend, type RecordNames } from './message.js';
import { mayReceive } from './owner.js';

/** Dependencies of the dispatcher. */
export interface DispatchParts {
  readonly em: EntityManager;
  readonly run: Run;
  readonly queue: WebhookServices['queue'];
  readonly names: RecordNames;
}

const BATCH_SIZE = 500;

/**
 * Creates deliveries of the changes since the last run of any process. One process runs it at a time. Without enabled
 * webhooks, it does not read the log.
 *
 * @returns whether deliveries may be waiting
 */
export async function dispatchChanges(parts: DispatchParts): Promise<boolean> {
  const [state] = await parts.run(dispatchState, {});
  if (!state?.hasWebhooks) return false;
  for (let isFull = state.hasChanges; isFull;) isFull = await dispatchBatch(parts);
  return true;
}

/** @returns whether more changes may follow */
function dispatchBatch({ em, queue, names }: DispatchParts): Promise<boolean> {
  return inTransaction(em, async (fork) => {
    const { run } = statementsOf(fork);
    const [position] = await run(lockPosition, {});
    // Another process holds the lock.
    if (!position) return false;
    const [batch] = await run(changesToDispatch, position);
    if (!batch?.last) return false;
    const deliveries = batch.matches.map(({ webhookId, dayIn, position: { epoch, transactionId, id }, ...change }) => ({
      webhookId,
      // Derived from the row, so that a repetition has the same ID.
      messageId: `msg_${epoch}_${transactionId}_${id}_${webhookId}`,
      type: change.kind,
      body: changeMessage({ ...change, at: timeOn(change.at, dayIn) }, names),
    }));
    const inserted =
      deliveries.length > 0 ? await run(insertDeliveries, { deliveries: JSON.stringify(deliveries) }) : [];
    await run(movePosition, batch.last);
    await queue(
      fork,
      inserted.map(({ id, webhookId }) => ({ deliveryId: id, attempts: 0, webhookId })),
    );
    return batch.count === BATCH_SIZE;
  });
}

const timeOn = (at: string, dayIn: string | null): string =>
  new Date(shownDay(Date.parse(at) / 1000, dayIn) * 1000).toISOString();

const after = ($: Parameters<LogPosition>) => sql`${$.epoch}::bigint, ${$.transactionId}::xid8, ${$.id}::bigint`;
const place = sql`(l.epoch, l.transaction_id, l.id)`;

const dispatchState = statement(
  'webhooks and undispatched changes',
  () => sql<{ hasWebhooks: boolean; hasChanges: boolean }>`
    select w.exist as "hasWebhooks",
      w.exist and exists (select from webhook_position p, (
        select * from event_log order by epoch desc, transaction_id desc, id desc limit 1
      ) l where ${place} > (p.epoch, p.transaction_id, p.id)) as "hasChanges"
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
      select l.*, ${dayZoneOfRow} as day_in, w.id as webhook_id, w.origin from changes l
      left join events e on e.id = l.event_id
      join webhooks w on w.disabled_at is null and (w.event_id is null or w.event_id = l.event_id)
        and l.kind = any(w.kinds) and (l.epoch > w.start_epoch
          or l.epoch = w.start_epoch and not pg_visible_in_snapshot(l.transaction_id, w.start_snapshot))
        and ${mayReceive}
    )
    select (select count(*)::integer from changes) as count,
      (select ${positionOf('l')} from changes l order by l.epoch desc, l.transaction_id desc, l.id desc limit 1) as last,
      coalesce((select json_agg(json_build_object('webhookId', m.webhook_id::text, 'position', ${positionOf('m')},
          'kind', m.kind, 'at', to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'dayIn', m.day_in, 'eventId', coalesce(m.event_id, m.record_id)::text, 'recordId', m.record_id::text,
          'origin', m.origin)
        order by m.epoch, m.transaction_id, m.id, m.webhook_id) from matches m), '[]') as matches`,
);

/** Without those of webhooks that have just been deleted: their foreign key would abort the batch. */
const insertDeliveries = statement(
  'insert webhook deliveries',
  ($: Parameters<{ deliveries: string }>) => sql<{ id: string; webhookId: string }>`
    with d as materialized (
      select * from jsonb_to_recordset(${$.deliveries}::jsonb)
        as d ("webhookId" bigint, "messageId" text, type text, body text)
    ),
    present as materialized (
      select id from webhooks where id in (select "webhookId" from d) order by id for key share
    )
    insert into webhook_deliveries (webhook_id, message_id, type, body, next_attempt_at)
    select d."webhookId", d."messageId", d.type, d.body, now() from d join present p on p.id = d."webhookId"
    on conflict (webhook_id, message_id) do nothing returning id, webhook_id as "webhookId"`,
);

const movePosition = statement(
  'move position of webhooks',
  ($: Parameters<LogPosition>) => sql<object>`
    update webhook_position
    set epoch = ${$.epoch}::bigint, transaction_id = ${$.transactionId}::xid8, id = ${$.id}::bigint`,
);
