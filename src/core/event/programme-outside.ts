import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import type { Context } from '../context.js';
import { eventDays, type EventDays, type EventPeriod } from './event-days.js';

const talksOutside = statement(
  'talks outside the days of their event',
  ($: Parameters<EventDays & { eventId: string }>) => sql<{ count: number }>`
    select count(*)::int as count from talks where event_id = ${$.eventId}::bigint
      and (starts_at < to_timestamp(${$.begin}::float8) or starts_at >= to_timestamp(${$.end}::float8))`,
);

/** Counts the talks that start on none of the days of their event, for its hosts. */
export async function countOutside(
  { reads }: Pick<Context, 'reads'>,
  event: EventPeriod & { readonly id: string },
): Promise<number> {
  const [row] = await reads.scope.run(talksOutside, { eventId: event.id, ...eventDays(event) });
  return row?.count ?? 0;
}
