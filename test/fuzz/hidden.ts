import type { FuzzedService } from './service.js';

/** What nobody sees without an account, by the path at which it would be. */
const hidden: Readonly<Record<string, string>> = {
  events: "select id::text from events where status <> 'APPROVED'",
  talks: "select t.id::text from talks t join events e on e.id = t.event_id where e.status <> 'APPROVED'",
  event_comments: 'select id::text from event_comments where is_hidden',
  talk_comments: 'select id::text from talk_comments where is_hidden or is_private',
};
const MOST = 40;
const MISSING = 404;

/** What anybody can read although it is hidden or awaits approval, in words. */
export async function seenByNobody({ pool, base }: FuzzedService): Promise<string[]> {
  const seen: string[] = [];
  for (const [place, statement] of Object.entries(hidden)) {
    const { rows } = await pool.query<{ id: string }>(`${statement} order by 1 desc limit ${MOST}`);
    for (const { id } of rows) {
      const path = `/v2.1/${place}/${id}`;
      const { status } = await fetch(new URL(path, base));
      if (status !== MISSING) seen.push(`nobody gets ${status} for ${path}, which is hidden`);
    }
  }
  return seen;
}
