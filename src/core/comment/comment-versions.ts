import type { EntityManager } from '@mikro-orm/postgresql';

/** The first ones, so that further edits do not displace the original. */
const MAX_VERSIONS = 20;

/**
 * Keeps the text of a comment that is about to be edited, unless a report hides it. Hosts can read earlier texts.
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
