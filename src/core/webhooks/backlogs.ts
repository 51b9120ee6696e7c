import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import type { LogPosition } from '../reads/change-log.js';
import { placeOf, type BatchOfAll } from './changes-to-dispatch.js';

/**
 * Events whose further changes wait for their turn. All of their changes until the position of the dispatch belong to the
 * backlog, so that the webhooks of the event receive them in order.
 */

/** Records what the batch has left to the turns of its events. */
export async function delay(run: Run, { delayed, last }: BatchOfAll): Promise<void> {
  if (!last) return;
  await run(extendBacklogs, last);
  if (delayed.length > 0) await run(insertBacklogs, { ...last, delayed: JSON.stringify(delayed) });
}

/** The event that has waited longest. */
export const nextBacklog = statement(
  'next webhook backlog',
  () => sql<{ eventId: string }>`
    select event_id::text as "eventId" from webhook_backlogs order by served_at, event_id limit 1`,
);

const extendBacklogs = statement(
  'extend webhook backlogs',
  ($: Parameters<LogPosition>) => sql<object>`
    update webhook_backlogs set (until_epoch, until_transaction_id, until_id) = (${placeOf($)})`,
);

/** Without those of events that have just been deleted: their foreign key would abort the batch. */
const insertBacklogs = statement(
  'insert webhook backlogs',
  ($: Parameters<LogPosition & { delayed: string }>) => sql<object>`
    with d as materialized (
      select * from jsonb_to_recordset(${$.delayed}::jsonb)
        as d ("eventId" bigint, epoch bigint, "transactionId" xid8, id bigint)
    ),
    present as materialized (
      select id from events where id in (select "eventId" from d) order by id for key share
    )
    insert into webhook_backlogs
      (event_id, epoch, transaction_id, id, until_epoch, until_transaction_id, until_id)
    select d."eventId", d.epoch, d."transactionId", d.id, ${placeOf($)} from d join present p on p.id = d."eventId"`,
);

/** Moves the event behind all others that wait. */
export const moveBacklog = statement(
  'move webhook backlog',
  ($: Parameters<LogPosition & { eventId: string }>) => sql<object>`
    update webhook_backlogs
    set (epoch, transaction_id, id) = (${placeOf($)}), served_at = clock_timestamp() where event_id = ${$.eventId}::bigint`,
);

export const endBacklog = statement(
  'end webhook backlog',
  ($: Parameters<{ eventId: string }>) => sql<object>`
    delete from webhook_backlogs where event_id = ${$.eventId}::bigint`,
);
