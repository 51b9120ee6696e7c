import { sql } from 'kysely';
import type { SubscriptionTopic } from '../../core/context.js';
import { isSettled, logHead, type LogPosition } from '../../core/reads/change-log.js';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';

/** More changes notify every subscription, and so does the deletion of an event: its talks are unknown. */
const MAX_ROWS = 2_000;

interface PolledRow {
  /** Null after a failover that has lost the position. */
  readonly isKnown: boolean;
  readonly head: LogPosition;
  readonly rows: number;
  /** Null: of events that have been deleted. */
  readonly events: readonly (string | null)[];
  readonly talks: readonly string[];
}

const changedTopics = statement(
  'topics changed since a position',
  ($: Parameters<LogPosition>) => sql<PolledRow>`
    with head as materialized (${logHead}), changed as materialized (
      select l.event_id::text as event, l.talk_id::text as talk from head, event_log l
      where (l.epoch, l.transaction_id, l.id) > (${$.epoch}::bigint, ${$.transactionId}::xid8, ${$.id}::bigint)
        and ${isSettled}
      order by l.epoch, l.transaction_id, l.id limit ${sql.raw(String(MAX_ROWS))}
    )
    select exists (select from event_log_epochs k where k.id = ${$.epoch}::bigint)
        and not (head.epoch = ${$.epoch}::bigint and ${$.transactionId}::xid8 > head.horizon) as "isKnown",
      json_build_object('epoch', head.epoch::text, 'transactionId', head.horizon::text, 'id', '0') as head,
      (select count(*)::int from changed) as rows,
      array(select distinct event from changed) as events,
      array(select distinct talk from changed where talk is not null) as talks
    from head`,
);

/** The topics that have changed since a position. */
export interface ChangedTopics {
  readonly topics: readonly SubscriptionTopic[] | 'everything';
  /** The end of what was read. */
  readonly end: LogPosition;
}

/** @param run on the primary */
export async function pollTopics(run: Run, after: LogPosition): Promise<ChangedTopics> {
  const [row] = await run(changedTopics, after);
  if (!row) throw new Error('SELECT returned no row');
  const { isKnown, head, rows, events, talks } = row;
  if (!isKnown || rows === MAX_ROWS || events.includes(null)) return { topics: 'everything', end: head };
  return {
    topics: [...events.map((id) => `event ${id}` as const), ...talks.map((id) => `talk ${id}` as const)],
    end: head,
  };
}
