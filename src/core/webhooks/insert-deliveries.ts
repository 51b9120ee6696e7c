import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';

export interface NewDelivery {
  readonly webhookId: string;
  readonly messageId: string;
  readonly type: string;
  readonly body: string;
  /** ISO 8601: the day of a change whose time is not shown; null for the current time. */
  readonly day: string | null;
}

/**
 * Range of the IDs of deliveries whose time is not shown. The sequence, which starts at 1, does not reach it; cursors
 * permit 15 digits. An ID of the sequence would lie between those of deliveries with exact times.
 */
const RANDOM_IDS = { from: 2 ** 47, until: 2 ** 48 } as const;

/** Stores deliveries, which wait for the turn of their owner. Those with a stored message ID are repetitions. */
export async function insertDeliveries(run: Run, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map((delivery) => ({
    ...delivery,
    id: delivery.day === null ? null : randomInt(RANDOM_IDS.from, RANDOM_IDS.until),
  }));
  await run(insertion, { rows: JSON.stringify(rows) });
}

/** Without those of webhooks that have just been deleted: their foreign key would abort the batch. */
const insertion = statement(
  'insert webhook deliveries',
  ($: Parameters<{ rows: string }>) => sql<object>`
    with d as materialized (
      select * from jsonb_to_recordset(${$.rows}::jsonb)
        as d (id bigint, "webhookId" bigint, "messageId" text, type text, body text, day timestamptz)
    ),
    present as materialized (
      select id from webhooks where id in (select "webhookId" from d) order by id for key share
    )
    insert into webhook_deliveries
      (id, webhook_id, message_id, type, body, is_held, is_day_only, created_at, next_attempt_at)
    select coalesce(d.id, nextval('public.webhook_deliveries_id_seq')), d."webhookId", d."messageId", d.type, d.body, true,
      d.day is not null, coalesce(d.day, now()), coalesce(d.day, now())
    from d join present p on p.id = d."webhookId"
    on conflict (webhook_id, message_id) do nothing`,
);
