import { sql, type RawBuilder } from 'kysely';
import type { feedbackOpenings, NamePolicy, ratingPolicies } from '../../database/entities/event.entity.js';
import type { Parameters } from '../../database/sql/statement.js';
import type { Visibility } from '../rules.js';
import { countOfTalk } from './pending-counts.js';
import { zoneOfDays } from './shown-day.js';
import type { ViewerArgument } from './visibility.js';

/** Feedback policy of an event (docs/feedback.md, The policy of an event). */
export interface FeedbackPolicy {
  readonly names: NamePolicy;
  readonly ratings: (typeof ratingPolicies)[number];
  /** Number of authors of comments at which the results of a talk are revealed; null if the number has no effect. */
  readonly revealAfterComments: number | null;
  /** Hours from the scheduled end of a talk until its results are revealed; null if the time has no effect. */
  readonly revealAfterHours: number | null;
  readonly opens: (typeof feedbackOpenings)[number];
}

export const defaultPolicy: FeedbackPolicy = {
  names: 'PUBLIC',
  ratings: 'ON',
  revealAfterComments: null,
  revealAfterHours: null,
  opens: 'ON_DAY',
};

const isDelayed = sql<boolean>`coalesce(e.reveal_after_comments, e.reveal_after_hours) is not null`;

/** The policy of the event `e`; null for the default, which most events have. */
export const policyColumn = sql<FeedbackPolicy | null>`case when e.feedback_names <> 'PUBLIC'
  or e.feedback_ratings <> 'ON' or e.feedback_opens <> 'ON_DAY' or ${isDelayed}
  then json_build_object('names', e.feedback_names, 'ratings', e.feedback_ratings, 'opens', e.feedback_opens,
    'revealAfterComments', e.reveal_after_comments, 'revealAfterHours', e.reveal_after_hours) end`;

/*
 * What only events with a policy need is in functions of the database (migrations/baseline/comments.ts): as
 * subqueries, they would make PostgreSQL expect costs that no other event has, and choose scans of whole tables.
 */

/** Whether the results of the talk `t` of the event `e` are withheld from visitors. */
export const areUnrevealed = ($: Parameters<ViewerArgument>) => sql<boolean>`(${isDelayed}
  and (e.reveal_after_comments is null or public.feedback_author_count(t.id, t.event_id) < e.reveal_after_comments)
  and coalesce(to_timestamp(${$.now}::float8) < t.starts_at + t.duration_minutes * interval '1 minute'
    + e.reveal_after_hours * interval '1 hour', true))`;

/**
 * Whether the ratings of the talk `t` of the event `e`, and comments of other authors, are withheld from the viewer.
 * Viewers who have rated the talk, its speakers, hosts and site administrators see them at once.
 */
export function areResultsWithheld(visibility: Visibility, $: Parameters<ViewerArgument>): RawBuilder<boolean> {
  const rules: Record<Visibility, () => RawBuilder<boolean>> = {
    public: () => areUnrevealed($),
    hosted: () =>
      sql<boolean>`(${areUnrevealed($)} and not public.sees_results(t.id, t.event_id, ${$.viewer}::bigint))`,
    everything: () => sql<boolean>`false`,
  };
  return rules[visibility]();
}

/** The number of ratings of a talk; null while they are withheld from the viewer. */
export const visibleRatingCount = (visibility: Visibility, $: Parameters<ViewerArgument>): RawBuilder<number | null> =>
  sql<number | null>`case when not ${areResultsWithheld(visibility, $)} then ${countOfTalk('rating_count')} end`;

/** Whether the comment `c` hides the name of its author: since it was written, or by the current policy. */
export const isNameHidden = sql<boolean>`(c.is_name_hidden or e.feedback_names = 'HIDDEN')`;

/** Identifies a comment for `is_author_disclosed`: the comment on the event, the one on the talk, and the talk. */
const disclosureKeys = {
  event_comment_id: sql`c.id, null, null`,
  talk_comment_id: sql`null, c.id, c.talk_id`,
};

/**
 * Whether the author of the comment `c` is hidden from the viewer. Authors see themselves; site administrators, and
 * hosts to whom the author was disclosed, see the author.
 *
 * @param column of `author_disclosures` that refers to the comment
 */
export function isAuthorHidden(
  column: keyof typeof disclosureKeys,
  visibility: Visibility,
  $: Parameters<ViewerArgument>,
): RawBuilder<boolean> {
  const rules: Record<Visibility, () => RawBuilder<boolean>> = {
    public: () => isNameHidden,
    hosted: () => sql<boolean>`(${isNameHidden} and c.user_id is distinct from ${$.viewer}::bigint
      and not public.is_author_disclosed(c.event_id, ${disclosureKeys[column]}, ${$.viewer}::bigint))`,
    everything: () => sql<boolean>`false`,
  };
  return rules[visibility]();
}

/**
 * A time of the comment `c`. If it stores a hidden name, rounded down to the day by the midnight that it stores: if the day
 * depended on the current time zone of the event, a host could find the hour by changing the zone.
 */
export const storedTime = (exact: RawBuilder<unknown>): RawBuilder<unknown> => sql`case when c.is_name_hidden
  then c.created_at + floor(date_part('epoch', ${exact} - c.created_at) / 86400) * interval '24 hours' else ${exact} end`;

/**
 * The zone in which the record of the comment `c` rounds its times down to the day; null if it does not. PostgreSQL does not
 * know the zone (migration 20261210-local-times).
 */
export const dayZoneOfComment = (isHidden: RawBuilder<boolean>): RawBuilder<string | null> =>
  sql<string | null>`case when ${isHidden} and not c.is_name_hidden then ${zoneOfDays} end`;

/**
 * The columns of a comment `c` that could identify its author. Hidden authors have no ID and no application, and times
 * are rounded down to the day: in small audiences, exact times could identify authors.
 */
export function authorColumns(
  column: keyof typeof disclosureKeys,
  visibility: Visibility,
  $: Parameters<ViewerArgument>,
) {
  const isHidden = isAuthorHidden(column, visibility, $);
  const time = <Nullable extends null = never>(exact: RawBuilder<unknown>, stored = exact) =>
    sql<number | Nullable>`date_part('epoch', case when ${isHidden} then ${storedTime(stored)} else ${exact} end)`;
  return [
    sql<string | null>`case when not ${isHidden} then c.user_id end`.as('userId'),
    sql<string | null>`case when not ${isHidden} then c.source end`.as('source'),
    isNameHidden.as('isNameHidden'),
    time(sql`coalesce(c.posted_at, c.created_at)`, sql`c.created_at`).as('postedAtSeconds'),
    time<null>(sql`c.edited_at`).as('editedAtSeconds'),
    dayZoneOfComment(isHidden).as('dayIn'),
  ] as const;
}
