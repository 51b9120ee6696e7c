import { sql, type RawBuilder } from 'kysely';
import type { Visibility } from '../rules.js';
import { areResultsWithheld, authorColumns, isAuthorHidden } from './feedback-policy.js';
import { key, type Order } from './order.js';
import { childList } from './page.js';
import { byVisibility, isEventVisible, type ViewerArgument } from './visibility.js';
import { anyId, db, epoch, statement, type Parameters, type RowOf } from '../../database/sql/statement.js';

/**
 * Comments with the title of their talk and the time zone of their event `e`. Loading the author checks whether the
 * author is active. `createdAtSeconds` is their place in lists.
 *
 * @param event the join column of the event: for comments on one talk, the talk's, so that the event is read once
 */
function talkCommentRows(
  visibility: Visibility,
  $: Parameters<ViewerArgument>,
  event: 't.event_id' | 'c.event_id' = 'c.event_id',
) {
  return db
    .selectFrom('talk_comments as c')
    .innerJoin('talks as t', 't.id', 'c.talk_id')
    .innerJoin('events as e', 'e.id', event)
    .select([
      'c.id',
      'c.event_id as eventId',
      'c.talk_id as talkId',
      'c.rating',
      'c.comment as text',
      'c.is_private as isPrivate',
      't.title as talkTitle',
      epoch('c.created_at').as('createdAtSeconds'),
      'e.time_zone as timeZone',
      ...authorColumns('talk_comment_id', visibility, $),
    ]);
}

export type TalkCommentRow = RowOf<ReturnType<typeof talkCommentRows>>;

/**
 * Hides reported comments; shows private ones to author, speakers, hosts and administrators (decisions no. 15).
 * Comments of other authors are withheld together with the ratings of the talk.
 */
function isCommentVisible(visibility: Visibility, $: Parameters<ViewerArgument>): RawBuilder<boolean> {
  return sql<boolean>`${isShown(visibility, $)} and not ${isWithheld(visibility, $)}`;
}

const isWithheld = (visibility: Visibility, $: Parameters<ViewerArgument>): RawBuilder<boolean> =>
  visibility === 'hosted'
    ? sql<boolean>`(${areResultsWithheld(visibility, $)} and c.user_id is distinct from ${$.viewer}::bigint)`
    : areResultsWithheld(visibility, $);

function isShown(visibility: Visibility, $: Parameters<ViewerArgument>): RawBuilder<boolean> {
  const mine = sql`(c.user_id = ${$.viewer}::bigint
    or exists (select from talk_speakers s where s.talk_id = c.talk_id and s.user_id = ${$.viewer}::bigint)
    or exists (select from event_hosts h where h.event_id = c.event_id and h.user_id = ${$.viewer}::bigint))`;
  const rules: Record<Visibility, RawBuilder<boolean>> = {
    public: sql<boolean>`not c.is_hidden and not c.is_private`,
    hosted: sql<boolean>`not c.is_hidden and (not c.is_private or ${mine})`,
    everything: sql<boolean>`not c.is_hidden`,
  };
  return rules[visibility];
}

export const oldestFirst = (): Order => [
  key('c.created_at', 'createdAtSeconds', 'hidden time', 'asc'),
  key('c.id', 'id', 'id', 'asc'),
];
const newestFirst = (): Order => [
  key('c.created_at', 'createdAtSeconds', 'hidden time', 'desc'),
  key('c.id', 'id', 'id', 'desc'),
];

export const talkCommentsById = byVisibility((visibility) =>
  statement(`talk comments by id, ${visibility}`, ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) =>
    talkCommentRows(visibility, $)
      .where('c.id', '=', anyId($.keys))
      .where(isCommentVisible(visibility, $))
      .where(isEventVisible(visibility, $)),
  ),
);

/** Includes hidden comments, because hosts read them in reports. */
export const reportedTalkCommentsById = byVisibility((visibility) =>
  statement(
    `reported talk comments by id, ${visibility}`,
    ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) =>
      talkCommentRows(visibility, $)
        .where('c.id', '=', anyId($.keys))
        .where(sql<boolean>`not ${isWithheld(visibility, $)}`),
  ),
);

export const commentsOfTalk = byVisibility((visibility) =>
  childList(`comments of talk, ${visibility}`, oldestFirst, ($: Parameters<ViewerArgument>) =>
    talkCommentRows(visibility, $, 't.event_id')
      .where(sql<boolean>`c.talk_id = parents.parent`)
      .where(isCommentVisible(visibility, $)),
  ),
);

/** The comments on a talk that anonymous callers see, without hidden authors. */
export const publicCommentsOfTalk = ($: Parameters<ViewerArgument>, talk: RawBuilder<unknown>) =>
  talkCommentRows('public', $, 't.event_id')
    .where(sql<boolean>`c.talk_id = ${talk}`)
    .where(isCommentVisible('public', $));

/** All comments of all talks of an event (spec §4.6). */
export const talkCommentsOfEvent = byVisibility((visibility) =>
  childList(`talk comments of event, ${visibility}`, newestFirst, ($: Parameters<ViewerArgument>) =>
    talkCommentRows(visibility, $)
      .where(sql<boolean>`c.event_id = parents.parent`)
      .where(isCommentVisible(visibility, $)),
  ),
);

/** Excludes comments whose author is hidden from the viewer. */
export const talkCommentsOfUser = byVisibility((visibility) =>
  childList(`talk comments of user, ${visibility}`, newestFirst, ($: Parameters<ViewerArgument>) =>
    talkCommentRows(visibility, $)
      .where(sql<boolean>`c.user_id = parents.parent and not ${isAuthorHidden('talk_comment_id', visibility, $)}`)
      .where(isCommentVisible(visibility, $))
      .where(isEventVisible(visibility, $)),
  ),
);
