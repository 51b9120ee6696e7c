import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { isSettled, logHead, type LogPosition } from '../reads/change-log.js';
import { dayZoneOfRow } from '../reads/shown-day.js';
import { isVerified } from '../reads/verified-webhooks.js';
import { isApprovedOrDecision } from './approval.js';
import { isDayOnlyRow } from './delivery-times.js';
import type { ChangeToSend } from './message.js';
import { mayReceive } from './owner.js';

/** Changes that are dispatched at a time. With 20 webhooks, 2 000 deliveries block the event loop for some milliseconds. */
export const BATCH_SIZE = 100;
/** Of these, how many may be of one event. Its further ones wait for its turn. */
const PER_EVENT = 25;
/** Rows that are read at a time. All but those of a batch are skipped in the database. */
const SCANNED = 5_000;

/** A change, and a webhook that receives it. */
export interface MatchedChange extends ChangeToSend {
  readonly webhookId: string;
  readonly dayIn: string | null;
  readonly isDayOnly: boolean;
  readonly position: LogPosition;
}

export interface Batch {
  /** Whether more changes may follow. */
  readonly isFull: boolean;
  /** The end of what was read. */
  readonly last: LogPosition | null;
  readonly matches: readonly MatchedChange[];
}

/** Events with further changes than those of the batch, and the positions of their last ones in it. */
export interface BatchOfAll extends Batch {
  readonly delayed: readonly (LogPosition & { readonly eventId: string })[];
}

export const placeOf = ($: Parameters<LogPosition>) =>
  sql`${$.epoch}::bigint, ${$.transactionId}::xid8, ${$.id}::bigint`;

const place = sql`(l.epoch, l.transaction_id, l.id)`;
const positionOf = (row: string) => sql`json_build_object('epoch', ${sql.ref(`${row}.epoch`)}::text,
  'transactionId', ${sql.ref(`${row}.transaction_id`)}::text, 'id', ${sql.ref(`${row}.id`)}::text)`;

/** The webhooks that receive the rows `changes`. */
const matches = sql`
    matches as (
      select l.*, ${dayZoneOfRow} as day_in, ${isDayOnlyRow} as is_day_only, w.id as webhook_id, w.origin from changes l
      left join events e on e.id = l.event_id
      join webhooks w on w.disabled_at is null and (w.event_id is null or w.event_id = l.event_id)
        and l.kind = any(w.kinds) and (l.epoch > w.start_epoch
          or l.epoch = w.start_epoch and not pg_visible_in_snapshot(l.transaction_id, w.start_snapshot))
        and ${mayReceive} and ${isVerified} and ${isApprovedOrDecision(sql`l.kind`)}
    )`;

const listOfMatches = sql`
      coalesce((select json_agg(json_build_object('webhookId', m.webhook_id::text, 'position', ${positionOf('m')},
          'kind', m.kind, 'at', to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'dayIn', m.day_in, 'isDayOnly', m.is_day_only, 'eventId', coalesce(m.event_id, m.record_id)::text, 'recordId', m.record_id::text,
          'origin', m.origin)
        order by m.epoch, m.transaction_id, m.id, m.webhook_id) from matches m), '[]') as matches`;

/**
 * The next settled changes with the webhooks that receive them, without those of events that wait for their turn. Changes
 * before the start of all webhooks are skipped: while no webhook was enabled, the position was not moved. A single bound, as a
 * scan with two may begin at the lower one.
 */
export const changesToDispatch = statement(
  'changes to dispatch to webhooks',
  ($: Parameters<LogPosition>) => sql<BatchOfAll>`
    with head as materialized (${logHead}),
    first as materialized (
      select w.start_epoch as epoch, pg_snapshot_xmin(w.start_snapshot) as transaction_id from webhooks w
      where w.disabled_at is null order by 1, 2 limit 1
    ),
    start as materialized (
      select p.* from first, lateral (values (${placeOf($)}), (first.epoch, first.transaction_id, 0::bigint))
        as p (epoch, transaction_id, id) order by p.epoch desc, p.transaction_id desc, p.id desc limit 1
    ),
    scanned as materialized (
      select l.* from head, event_log l
      where ${place} > (select epoch, transaction_id, id from start) and ${isSettled}
      order by l.epoch, l.transaction_id, l.id limit ${sql.raw(String(SCANNED))}
    ),
    followed as materialized (select distinct event_id from webhooks where disabled_at is null),
    ranked as materialized (
      select l.*, row_number() over (partition by l.event_id order by l.epoch, l.transaction_id, l.id) as turn
      from scanned l
      where exists (select from followed f where f.event_id is null or f.event_id = l.event_id)
        and not exists (select from webhook_backlogs b where b.event_id = l.event_id)
    ),
    changes as materialized (
      select l.* from ranked l where l.turn <= ${sql.lit(PER_EVENT)} or l.event_id is null
      order by l.epoch, l.transaction_id, l.id limit ${sql.lit(BATCH_SIZE)}
    ),
    size as materialized (select count(*) >= ${sql.lit(BATCH_SIZE)} as is_full from changes),
    last as materialized (
      select l.epoch, l.transaction_id, l.id from (
        select epoch, transaction_id, id from scanned where not (select is_full from size)
        union all select epoch, transaction_id, id from changes
      ) l order by l.epoch desc, l.transaction_id desc, l.id desc limit 1
    ), ${matches}
    select (select is_full from size) or (select count(*) from scanned) >= ${sql.lit(SCANNED)} as "isFull",
      (select ${positionOf('l')} from last l) as last,
      coalesce((select json_agg(json_build_object('eventId', l.event_id::text, 'epoch', l.epoch::text,
          'transactionId', l.transaction_id::text, 'id', l.id::text))
        from changes l where l.turn = ${sql.lit(PER_EVENT)} and l.event_id is not null and exists (
          select from ranked n, last where n.event_id = l.event_id and n.turn = l.turn + 1
            and (n.epoch, n.transaction_id, n.id) <= (last.epoch, last.transaction_id, last.id))), '[]') as delayed,
      ${listOfMatches}`,
);

/** The next changes of an event that has waited for its turn. */
export const changesOfEvent = statement(
  'changes of an event to dispatch to webhooks',
  ($: Parameters<{ eventId: string }>) => sql<Batch>`
    with changes as materialized (
      select l.* from webhook_backlogs b, event_log l
      where b.event_id = ${$.eventId}::bigint and l.event_id = b.event_id
        and ${place} > (b.epoch, b.transaction_id, b.id)
        and ${place} <= (b.until_epoch, b.until_transaction_id, b.until_id)
      order by l.epoch, l.transaction_id, l.id limit ${sql.lit(BATCH_SIZE)}
    ), ${matches}
    select (select count(*) from changes) >= ${sql.lit(BATCH_SIZE)} as "isFull",
      (select ${positionOf('l')} from changes l order by l.epoch desc, l.transaction_id desc, l.id desc limit 1) as last,
      ${listOfMatches}`,
);
