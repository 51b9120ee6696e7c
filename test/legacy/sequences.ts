import type pg from 'pg';
import type { Maria } from './maria.js';

/** Table of Lectern → the legacy table whose IDs it keeps. */
const ids: Readonly<Record<string, string>> = {
  users: 'user',
  applications: 'oauth_consumers',
  access_tokens: 'oauth_access_tokens',
  languages: 'lang',
  talk_types: 'categories',
  events: 'events',
  tracks: 'event_track',
  talks: 'talks',
  talk_speakers: 'talk_speaker',
  speaker_claims: 'pending_talk_claims',
  talk_links: 'talk_links',
  event_comments: 'event_comments',
  talk_comments: 'talk_comments',
};

/** Tables whose next ID the legacy database has already used, also for a deleted row. */
export async function sequencesBehind(maria: Maria, database: string, pool: pg.Pool): Promise<string[]> {
  const legacy = await maria.rows(
    database,
    'select table_name, auto_increment from information_schema.tables where table_schema = database()',
  );
  const nextLegacyId = new Map(legacy.map(([table, next]) => [table, Number(next ?? 1)]));
  const behind: string[] = [];
  for (const [table, legacyTable] of Object.entries(ids)) {
    const { rows } = await pool.query<{ next: string; greatest: string }>(
      `select nextval(pg_get_serial_sequence('${table}', 'id')) as next, (select coalesce(max(id), 0) from ${table}) as greatest`,
    );
    const next = Number(rows[0]?.next);
    const fresh = next >= (nextLegacyId.get(legacyTable) ?? Infinity) && next > Number(rows[0]?.greatest);
    if (!fresh) behind.push(`${table} gives ${next} next, ${legacyTable} would give ${nextLegacyId.get(legacyTable)}`);
  }
  return behind;
}
