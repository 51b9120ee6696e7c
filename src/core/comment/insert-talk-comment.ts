import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';

/** Serializes the writes of one user. Foreign keys can still reference the locked row, as in `lockUser`. */
export const holdUser = statement(
  'hold user',
  ($: Parameters<{ user: string }>) =>
    sql<{ id: string }>`select id from users where id = ${$.user}::bigint for no key update`,
);

/** State that a new comment on a talk depends on. */
interface CommentCircumstances {
  /** Speakers do not rate their own talk, and each user rates a talk once; hidden ratings count (contract §4.5). */
  readonly ratesInVain: boolean;
  readonly eventName: string;
  /** Recipients of the notification: the speakers who have claimed the talk, except the author. */
  readonly speakerAddresses: readonly string[];
}

/** Returns no row if the talk has been deleted. */
export const commentCircumstances = statement(
  'comment circumstances',
  ($: Parameters<{ talk: string; user: string }>) => sql<CommentCircumstances>`
    select e.name as "eventName",
      exists (select from talk_speakers s where s.talk_id = t.id and s.user_id = ${$.user}::bigint)
        or exists (select from talk_comments c where c.talk_id = t.id and c.user_id = ${$.user}::bigint and c.rating > 0)
        as "ratesInVain",
      array(select u.email from talk_speakers s join users u on u.id = s.user_id and u.is_active
        where s.talk_id = t.id and u.id <> ${$.user}::bigint order by s.id) as "speakerAddresses"
    from talks t join events e on e.id = t.event_id where t.id = ${$.talk}::bigint`,
);

interface NewTalkComment {
  readonly event: string;
  readonly talk: string;
  readonly user: string;
  readonly rating: number;
  readonly comment: string;
  readonly source: string;
  readonly digest: string;
  readonly isUnchecked: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
}

export const insertTalkComment = statement(
  'insert talk comment',
  ($: Parameters<NewTalkComment>) => sql<{ id: string }>`
    insert into talk_comments (event_id, talk_id, user_id, rating, comment, source, digest, is_unchecked, created_at)
    values (${$.event}::bigint, ${$.talk}::bigint, ${$.user}::bigint, ${$.rating}::smallint, ${$.comment}, ${$.source},
      ${$.digest}, ${$.isUnchecked}::boolean, ${$.createdAt}::timestamptz)
    returning id`,
);
