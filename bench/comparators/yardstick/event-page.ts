import type { Pool } from 'pg';
import { eventMembers, selectEvents, type EventRow } from './event-text.js';
import { pageMeta } from './json-text.js';

const ORDER = 'order by e.starts_at desc, e.id desc';
const PAGE = '(select * from events where is_public order by starts_at desc, id desc limit $1 offset $2)';
const TOTAL = { name: 'events total', text: 'select count(*)::int as total from events where is_public' };

/** R1: returns a page of events as JSON text. */
export function createEventPages(
  pool: Pool,
  origin: string,
  counted: boolean,
): (size: number, start: number) => Promise<string> {
  const page = { name: 'events', text: selectEvents(counted, PAGE, ORDER) };
  return async (size, start) => {
    const [{ rows: events }, { rows: totals }] = await Promise.all([
      pool.query<EventRow>({ ...page, values: [size, start] }),
      pool.query<{ total: number }>(TOTAL),
    ]);
    let records = '';
    for (const event of events) records += `${records && ','}{${eventMembers(event, origin)}}`;
    const meta = pageMeta(`${origin}/v2.1/events`, events.length, totals[0]?.total ?? 0, start, size);
    return `{"events":[${records}],"meta":${meta}}`;
  };
}
