import type { ClientBase } from 'pg';

/** The tables of those whose ratings do not count. */
const roles = {
  talk_comments: { table: 'talk_speakers', key: 'talk_id' },
  event_comments: { table: 'event_hosts', key: 'event_id' },
} as const;

/**
 * Sets `author_counts` of comments that were loaded with disabled triggers, as these would have done (migration
 * 20261219-counting-authors).
 *
 * @param firstEvent the lowest ID of their events
 */
export async function judgeAuthors(client: ClientBase, firstEvent: string): Promise<void> {
  for (const [comments, { table, key }] of Object.entries(roles)) {
    await client.query(
      `update ${comments} c set author_counts = false
        where c.event_id >= $1 and not c.is_name_hidden and (c.user_id is null
          or exists (select from ${table} r where r.${key} = c.${key} and r.user_id = c.user_id))`,
      [firstEvent],
    );
  }
}
