import type { EntityManager } from '@mikro-orm/postgresql';

/** Stores the first versions, so that further edits do not displace the original. */
const MAX_VERSIONS = 20;

/**
 * Stores the text of a comment before an edit, unless a report hides the comment. Hosts can read earlier texts.
 *
 * @param kind of the comment
 * @param now seconds since 1970
 */
export async function keepVersion(
  em: EntityManager,
  kind: 'event_comment' | 'talk_comment',
  id: string,
  now: number,
): Promise<void> {
  await em.execute(
    `insert into comment_versions (event_id, ${kind}_id, comment, replaced_at)
      select event_id, id, comment, to_timestamp(?) from ${kind}s where id = ? and not is_hidden
        and (select count(*) from comment_versions where ${kind}_id = ?) < ?`,
    [now, id, id, MAX_VERSIONS],
  );
}
