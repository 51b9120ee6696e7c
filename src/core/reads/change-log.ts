import { sql, type RawBuilder } from 'kysely';
import { memoize } from '../../config/memoize.js';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { allChangeKinds, type ChangeKind } from '../change-kinds.js';
import { domainError } from '../errors.js';
import type { Visibility } from '../rules.js';
import { dayZoneOfRow, shownDay } from './shown-day.js';
import { isEventVisible, type ViewerArgument } from './visibility.js';

/** Reads the event log (docs/live.md, What is recorded) on the primary: on a standby, snapshots omit open transactions. */

/** A place in the log, after the row with these columns. All are integers in decimal. */
export interface LogPosition {
  readonly epoch: string;
  readonly transactionId: string;
  readonly id: string;
}

/** A position as read from a cursor. */
export interface GivenPosition extends LogPosition {
  /** Whether the cursor was not encrypted, as those of version 1.0.0. */
  readonly isPlain?: boolean;
}

/** Before all rows. */
export const LOG_START: LogPosition = { epoch: '0', transactionId: '0', id: '0' };

/** What the log contains of a talk. */
export interface LoggedTalk {
  readonly title: string;
  readonly startsAt: string;
  readonly durationMinutes: number;
  readonly room: string | null;
  readonly trackIds: readonly string[];
}

export interface LoggedChange extends LogPosition {
  /** Seconds since 1970. */
  readonly at: number;
  readonly eventId: string;
  /** The talk that the record is or belongs to. */
  readonly talkId: string | null;
  readonly kind: ChangeKind;
  readonly recordId: string;
  readonly before: LoggedTalk | null;
  readonly after: LoggedTalk | null;
}

export interface ChangeRequest {
  /** Null: of all events. */
  readonly eventId: string | null;
  /** Only those about this talk of the event. */
  readonly talkId?: string;
  readonly after: GivenPosition | null;
  /** Null: all kinds. */
  readonly kinds: readonly ChangeKind[] | null;
  readonly first: number;
}

export interface ChangePage {
  readonly changes: readonly LoggedChange[];
  readonly hasNext: boolean;
  /** Continues after the page, and after rows that the viewer may not see. */
  readonly end: LogPosition;
  /** Continues after all changes that can be read now. */
  readonly head: LogPosition;
}

/** Rows that a page reads at most: of all others, the viewer may see none. */
const MAX_SCANNED = 5_000;

const placeOf = (alias: string) => sql`(${sql.ref(`${alias}.epoch`)}, ${sql.ref(`${alias}.transaction_id`)},
  ${sql.ref(`${alias}.id`)})`;
const afterOf = ($: Parameters<LogPosition>) => sql`(${$.epoch}::bigint, ${$.transactionId}::xid8, ${$.id}::bigint)`;

/** The current epoch, and the first transaction that has not ended. Evaluated in the snapshot of the statement. */
export const logHead = sql`select public.event_log_epoch() as epoch, pg_snapshot_xmin(pg_current_snapshot()) as horizon`;

/**
 * Whether a row `l` can no longer be preceded by one that has yet to be committed, given `head`. Transactions of another
 * cluster have all ended.
 */
export const isSettled = sql<boolean>`(l.transaction_id < head.horizon or l.epoch in (
  select s.id from event_log_epochs s
  where s.system <> (select c.system from event_log_epochs c where c.id = head.epoch)))`;

/** Whether the viewer may read the row `l` of the event `e`, which is visible. */
function isInAudience(visibility: Visibility, $: Parameters<ViewerArgument>): RawBuilder<boolean> {
  const rules: Record<Visibility, () => RawBuilder<boolean>> = {
    public: () => sql<boolean>`l.audience = 'everybody'`,
    hosted: () => sql<boolean>`(l.audience = 'everybody'
      or exists (select from event_hosts h where h.event_id = e.id and h.user_id = ${$.viewer}::bigint)
      or l.audience = 'speakers' and exists (select from talk_speakers s
        where s.talk_id = l.talk_id and s.user_id = ${$.viewer}::bigint))`,
    everything: () => sql<boolean>`true`,
  };
  return rules[visibility]();
}

interface PageArguments extends ViewerArgument, LogPosition {
  readonly event: string | null;
  readonly talk: string | null;
  readonly kinds: readonly ChangeKind[];
  /** One more than the page has. */
  readonly limit: number;
}

interface PageRow {
  readonly headEpoch: string;
  readonly horizon: string;
  readonly isExpired: boolean;
  /** The rows that were considered, if the page is not full. */
  readonly scanned: { readonly count: number; readonly last: LogPosition | null } | null;
  readonly changes: readonly (LoggedChange & { readonly dayIn: string | null })[];
}

const pageStatement = memoize((variant: `${Visibility} ${'one event' | 'all events'}`) => {
  const [visibility, ofOneEvent] = [variant.split(' ')[0] as Visibility, variant.endsWith('one event')];
  return statement(`changes, ${variant}`, ($: Parameters<PageArguments>) => {
    const scanned = sql`(
        select l.* from head, event_log l
        where ${placeOf('l')} > ${afterOf($)} and ${isSettled}
          and ${ofOneEvent ? sql`l.event_id = ${$.event}::bigint` : sql`${$.event}::bigint is null`}
        order by l.epoch, l.transaction_id, l.id limit ${sql.raw(String(MAX_SCANNED))}
      ) l`;
    return sql<PageRow>`
      with head as materialized (${logHead}),
      page as materialized (
        select l.epoch::text as epoch, l.transaction_id::text as "transactionId", l.id::text as id, e.at, e."dayIn",
          coalesce(l.event_id, l.record_id)::text as "eventId", l.talk_id::text as "talkId", l.kind, l.record_id::text as "recordId", l.before, l.after
        from ${scanned}, lateral (
          select date_part('epoch', l.at) as at, ${dayZoneOfRow} as "dayIn" from events e
          where e.id = l.event_id and (${isEventVisible(visibility, $)} or l.kind = 'event.withdrawn')
            and ${isInAudience(visibility, $)}
          union all select date_part('epoch', l.at), null
          where l.event_id is null and (l.audience = 'everybody' or ${sql.lit(visibility === 'everything')})
        ) e
        where l.kind = any(${$.kinds}::text[]) and (${$.talk}::bigint is null or l.talk_id = ${$.talk}::bigint)
        order by l.epoch, l.transaction_id, l.id limit ${$.limit}::int
      )
      select head.epoch::text as "headEpoch", head.horizon::text as horizon,
        ${$.epoch}::bigint > 0 and (
          not exists (select from event_log_epochs k where k.id = ${$.epoch}::bigint)
          or exists (select from event_log_end d where ${placeOf('d')} > ${afterOf($)})
          or ${$.epoch}::bigint = head.epoch and ${$.transactionId}::xid8 > head.horizon
        ) as "isExpired",
        case when (select count(*) from page) < ${$.limit}::int then (
          select json_build_object('count', count(*), 'last', (array_agg(json_build_object('epoch', l.epoch::text,
            'transactionId', l.transaction_id::text, 'id', l.id::text)
            order by l.epoch desc, l.transaction_id desc, l.id desc))[1])
          from ${scanned}) end as scanned,
        coalesce((select json_agg(page) from page), '[]') as changes
      from head`;
  });
});

/** Arbitrary positions would reveal in which transaction a change was made. */
const wasHandedOut = statement(
  'whether 1.0.0 may have handed out a cursor',
  ($: Parameters<LogPosition>) => sql<object>`
    select from plain_cursors c
    where c.until > now() or (${$.epoch}::bigint, ${$.transactionId}::xid8) <= (c.epoch, c.transaction_id)`,
);

/**
 * Reads a page of the changes that the viewer may see, in their order. Changes appear once all earlier transactions have
 * ended, so that a reader that continues at `end` misses none.
 *
 * @param run on the primary
 * @throws DomainError INVALID with CURSOR_EXPIRED if changes after the position have been deleted, or were lost with a
 *   failed server; or if the cursor is not encrypted, and no earlier version can have handed it out
 */
export async function readChanges(
  run: Run,
  visibility: Visibility,
  viewer: ViewerArgument,
  { eventId, talkId, after, kinds, first }: ChangeRequest,
): Promise<ChangePage> {
  if (after?.isPlain && (await run(wasHandedOut, after)).length === 0) {
    throw domainError('INVALID', 'CURSOR_EXPIRED', 'after');
  }
  const scope = eventId === null ? 'all events' : 'one event';
  const [row] = await run(pageStatement(`${visibility} ${scope}`), {
    ...viewer,
    ...(after ?? LOG_START),
    event: eventId,
    talk: talkId ?? null,
    kinds: kinds ?? allChangeKinds,
    limit: first + 1,
  });
  if (!row) throw new Error('SELECT returned no row');
  if (row.isExpired) throw domainError('INVALID', 'CURSOR_EXPIRED', 'after');
  const head = { epoch: row.headEpoch, transactionId: row.horizon, id: '0' };
  const changes = row.changes
    .slice(0, first)
    .map(({ dayIn, at, ...change }) => ({ ...change, at: shownDay(at, dayIn) }));
  const isFull = row.changes.length > first;
  const last = changes.at(-1);
  return {
    changes,
    hasNext: isFull || row.scanned?.count === MAX_SCANNED,
    end: endOf(row, isFull, last) ?? (isFull ? positionOf(after ?? LOG_START) : head),
    head,
  };
}

/**
 * Where a page ends that does not reach the head. The position of its last row would reveal rows that the viewer may not
 * see, and expire while nothing changes.
 */
function endOf({ scanned }: PageRow, isFull: boolean, last: LoggedChange | undefined): LogPosition | null {
  if (isFull) return last ? positionOf(last) : null;
  return scanned?.count === MAX_SCANNED ? scanned.last : null;
}

const positionOf = ({ epoch, transactionId, id }: LogPosition): LogPosition => ({ epoch, transactionId, id });
