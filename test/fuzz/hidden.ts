import type { FuzzedService } from './service.js';

/** Records hidden from anonymous callers, by path. */
const hidden: Readonly<Record<string, string>> = {
  events: "select id::text from events where status <> 'APPROVED'",
  talks: "select t.id::text from talks t join events e on e.id = t.event_id where e.status <> 'APPROVED'",
  event_comments: 'select id::text from event_comments where is_hidden',
  talk_comments: 'select id::text from talk_comments where is_hidden or is_private',
};
const MOST = 40;
const MISSING = 404;

/** Hidden or pending records that anonymous callers can read, in words. */
export async function hiddenPaths({ pool, base }: FuzzedService): Promise<string[]> {
  const seen: string[] = [];
  for (const [place, statement] of Object.entries(hidden)) {
    const { rows } = await pool.query<{ id: string }>(`${statement} order by 1 desc limit ${MOST}`);
    for (const { id } of rows) {
      const path = `/v2.1/${place}/${id}`;
      const { status } = await fetch(new URL(path, base));
      if (status !== MISSING) seen.push(`an anonymous caller gets ${status} for ${path}, which is hidden`);
    }
  }
  return seen;
}
