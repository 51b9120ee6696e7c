import { sql } from 'kysely';
import { statement, type Parameters } from '../../reads/statement.js';

/** What one user does, one after the other; others may refer to him meanwhile (as `lockUser`). */
export const holdUser = statement(
  'hold user',
  ($: Parameters<{ user: string }>) =>
    sql<{ id: string }>`select id from users where id = ${$.user}::bigint for no key update`,
);

interface NewTalkComment {
  readonly event: string;
  readonly talk: string;
  readonly user: string;
  /** Null where it may not be stored: then nothing is, unless it counts in no case. */
  readonly rating: number | null;
  readonly comment: string;
  readonly source: string;
  readonly digest: string;
  readonly isUnchecked: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** What was stored, and whom to tell: the speakers who have claimed the talk, except the author. */
interface StoredTalkComment {
  readonly id: string;
  readonly rating: number;
  readonly eventName: string;
  readonly speakerAddresses: readonly string[];
}

/**
 * Stores a comment. Speakers do not rate their own talk, and nobody rates one twice; hidden ratings count (contract §4.5):
 * their rating becomes 0.
 */
export const insertTalkComment = statement(
  'insert talk comment',
  ($: Parameters<NewTalkComment>) => sql<StoredTalkComment>`
    insert into talk_comments (event_id, talk_id, user_id, rating, comment, source, digest, is_unchecked, created_at)
    select ${$.event}::bigint, ${$.talk}::bigint, ${$.user}::bigint, case when v.in_vain then 0 else ${$.rating}::smallint end,
      ${$.comment}, ${$.source}, ${$.digest}, ${$.isUnchecked}::boolean, ${$.createdAt}::timestamptz
    from (select exists (select from talk_speakers where talk_id = ${$.talk}::bigint and user_id = ${$.user}::bigint)
      or exists (select from talk_comments where talk_id = ${$.talk}::bigint and user_id = ${$.user}::bigint and rating > 0)
      as in_vain) v
    where v.in_vain or ${$.rating}::smallint is not null
    returning id, rating, (select e.name from events e where e.id = event_id) as "eventName",
      array(select u.email from talk_speakers s join users u on u.id = s.user_id and u.is_active
        where s.talk_id = talk_comments.talk_id and u.id <> talk_comments.user_id order by s.id) as "speakerAddresses"`,
);
