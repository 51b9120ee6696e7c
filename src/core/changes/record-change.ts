import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { isNameHidden, storedTime } from '../reads/feedback-policy.js';
import { changeKinds, type Audience, type ChangeKind } from '../change-kinds.js';

/** Writes rows of the event log (docs/live.md, What is recorded), in the transaction of the change. */

export interface Change {
  readonly eventId: string;
  /** The talk that the record belongs to. */
  readonly talkId?: string;
  readonly kind: ChangeKind;
  readonly recordId: string;
  /** If it differs from that of the kind. */
  readonly audience?: Audience;
}

type Nullable<Row> = { readonly [Name in keyof Row]: Row[Name] | null };

const insertChange = statement(
  'record change',
  ($: Parameters<Required<Nullable<Change>> & { readonly audience: string }>) => sql<object>`
    insert into event_log (event_id, talk_id, kind, record_id, audience)
    values (${$.eventId}::bigint, ${$.talkId}::bigint, ${$.kind}, ${$.recordId}::bigint, ${$.audience})`,
);

/** Records a change of any record except talks and comments. @param run in the transaction of the change */
export async function recordChange(run: Run, change: Change): Promise<void> {
  await run(insertChange, { talkId: null, audience: changeKinds[change.kind].audience, ...change });
}

/** Without an event, whose deletion would delete the row. Those who saw the event may read it. */
const insertDeletedEvent = statement(
  'record deletion of event',
  ($: Parameters<{ id: string }>) => sql<object>`
    insert into event_log (event_id, kind, record_id, audience)
    select null, 'event.deleted', id,
      case when not is_private and (status = 'APPROVED' or withdrawn_at is not null) then 'everybody' else 'hosts' end
    from events where id = ${$.id}::bigint`,
);

/** Records the deletion of an event, before it. */
export const recordDeletedEvent = async (run: Run, id: string): Promise<void> =>
  void (await run(insertDeletedEvent, { id }));

const commentTables = { talk_comment: 'talk_comments', event_comment: 'event_comments' } as const;
export type CommentKind = keyof typeof commentTables;

/** What log rows contain of the comment `c`. If its name is hidden, the log contains only the day. */
const loggedComment = (kind: CommentKind) => sql`
  ${storedTime(sql`now()`)}, c.event_id, ${kind === 'talk_comment' ? sql`c.talk_id` : sql`null::bigint`}, c.id,
  case when ${kind === 'talk_comment' ? sql`c.is_private` : sql`false`} then 'speakers' else 'everybody' end`;

const insertion = (comment: CommentKind) =>
  statement(
    `record change of ${comment}`,
    ($: Parameters<{ kind: ChangeKind; audience: string; id: string }>) => sql<object>`
      insert into event_log (at, event_id, talk_id, record_id, audience, kind)
      select at, event_id, talk_id, id, case when ${$.audience}::text = 'everybody' then audience else ${$.audience}::text end,
        ${$.kind}::text
      from (select ${loggedComment(comment)} from ${sql.table(commentTables[comment])} c where c.id = ${$.id}::bigint)
        as logged (at, event_id, talk_id, id, audience)`,
  );
const insertions = { talk_comment: insertion('talk_comment'), event_comment: insertion('event_comment') };

/** Records a change of a comment that exists: after a change, and before a deletion. */
export async function recordCommentChange(
  run: Run,
  comment: CommentKind,
  verb: 'created' | 'edited' | 'hidden' | 'shown' | 'deleted' | 'reported' | 'decided',
  id: string,
): Promise<void> {
  const kind = `${comment}.${verb}` as const;
  await run(insertions[comment], { kind, audience: changeKinds[kind].audience, id });
}

const roundTimes = (comment: CommentKind) =>
  statement(
    `round times of ${comment}`,
    ($: Parameters<{ id: string }>) => sql<object>`
      update event_log l set at = ${storedTime(sql`l.at`)} from ${sql.table(commentTables[comment])} c
      where c.id = ${$.id}::bigint and l.event_id = c.event_id and l.record_id = c.id
        and l.kind like ${sql.lit(`${comment}.%`)}`,
  );
const roundings = { talk_comment: roundTimes('talk_comment'), event_comment: roundTimes('event_comment') };

/** Rounds the recorded times of a comment down to the day, after its name has been hidden for good. */
export const hideTimesOfComment = async (run: Run, comment: CommentKind, id: string): Promise<void> =>
  void (await run(roundings[comment], { id }));

/**
 * Records the deletion of all comments of a user on talks, before it. Omits comments whose author is hidden: rows of one
 * transaction would show that they have the same author.
 */
export const recordDeletedComments = statement(
  'record deletion of talk comments of user',
  ($: Parameters<{ user: string }>) => sql<object>`
    insert into event_log (at, event_id, talk_id, record_id, audience, kind)
    select ${loggedComment('talk_comment')}, 'talk_comment.deleted' from talk_comments c
      join events e on e.id = c.event_id
    where c.user_id = ${$.user}::bigint and not ${isNameHidden} order by c.id`,
);
