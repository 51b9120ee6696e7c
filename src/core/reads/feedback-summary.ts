import { sql } from 'kysely';
import { anyId, db, statement, type Parameters } from '../../database/sql/statement.js';
import { countedOnTalk } from './fair-rating.js';
import { isNameHidden } from './feedback-policy.js';
import { forEachParent } from './parents.js';

/** Counts of the feedback on an event. */
export interface FeedbackSummaryRow {
  readonly id: string;
  /** Users with a visible comment on the event or one of its talks; an estimate if any names are hidden. */
  readonly respondentCount: number;
  readonly attendeeCount: number;
  /** Talks without any visible comment. */
  readonly silentTalkCount: number;
}

const isVisible = sql<boolean>`c.event_id = e.id and not c.is_hidden`;
const isNamed = sql<boolean>`${isVisible} and c.user_id is not null and not ${isNameHidden}`;
const isUnnamed = sql<boolean>`${isVisible} and ${isNameHidden}`;

/**
 * The number of respondents does not depend on the authors of comments with hidden names: otherwise, a host who hides
 * single comments by reports would learn which ones have the same author. An author has at most one comment with a
 * hidden name on an event or talk, so the largest number of these on one of them is a number of different authors.
 */
export const feedbackSummaries = statement(
  'feedback summaries of events',
  ($: Parameters<{ keys: readonly string[] }>) => sql<FeedbackSummaryRow>`
    select e.id, e.attendee_count as "attendeeCount",
      (select count(*)::int from (
        select c.user_id from talk_comments c where ${isNamed}
        union select c.user_id from event_comments c where ${isNamed}) named)
        + coalesce((select max(comments)::int from (
          select count(*) as comments from talk_comments c where ${isUnnamed} group by c.talk_id
          union all select count(*) from event_comments c where ${isUnnamed}) unnamed), 0) as "respondentCount",
      (select count(*)::int from talks t where t.event_id = e.id and not exists (
        select from talk_comments c where c.talk_id = t.id and not c.is_hidden and not c.is_private)) as "silentTalkCount"
    from events e where e.id = ${anyId($.keys)}`,
);

/** Number of comments per rating on all talks of a speaker, from the same comments as the averages of the talks. */
export const speakerRatingDistribution = statement(
  'speaker rating distribution',
  ($: Parameters<{ keys: readonly string[] }>) =>
    forEachParent(
      { parents: $.keys },
      db
        .selectFrom('talk_speakers as m')
        // By talk, so that its speakers are read once.
        .innerJoinLateral(
          sql<{ rating: number; count: number }>`(select c.rating, count(*) as count from talk_comments c
            where ${countedOnTalk('m.talk_id')} group by c.rating)`.as<'r'>('r'),
          (join) => join.onTrue(),
        )
        .select(['r.rating', sql<number>`sum(r.count)::int`.as('count')])
        .where(sql<boolean>`m.user_id = parents.parent`)
        .groupBy('r.rating'),
    ),
);
