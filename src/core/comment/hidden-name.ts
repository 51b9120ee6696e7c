import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { NamePolicy } from '../../database/entities/event.entity.js';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { localMidnight } from '../date/local-time.js';
import { domainError } from '../errors.js';
import { hideTimesOfComment } from '../changes/record-change.js';
import type { FeedbackPolicy } from '../reads/feedback-policy.js';
import { zoneOfDays } from '../reads/shown-day.js';
import { statementsOf } from '../transaction/transactions.js';

/** Comments whose author is hidden (docs/feedback.md, Hidden names). */

/** State on which a new comment depends, read in its transaction. */
export interface CommentCircumstances extends Pick<FeedbackPolicy, 'names' | 'ratings'> {
  /** Whether the rating does not count: the author has a role or has already rated (contract §4.5). */
  readonly ratesInVain: boolean;
  /** Whether the author has already rated the same event or talk. */
  readonly hasRated: boolean;
  /** Whether the author has a comment on the same event or talk. */
  readonly hasComment: boolean;
  /** Whether the author has a comment with a hidden name on the same event or talk. */
  readonly hasHiddenComment: boolean;
}

const parents = { event_comments: sql`e.id`, talk_comments: sql`t.id` } as const;
const columns = { event_comments: 'event_id', talk_comments: 'talk_id' } as const;

/** What the user has already said about the event `e` or the talk `t`: one row. Hidden comments count. */
export const earlierComments = (table: keyof typeof parents, $: Parameters<{ user: string }>) => sql`lateral (
    select count(*) > 0 as "hasComment", coalesce(bool_or(c.rating > 0), false) as "hasRated",
      coalesce(bool_or(c.is_name_hidden), false) as "hasHiddenComment"
    from ${sql.table(table)} c
    where c.${sql.ref(columns[table])} = ${parents[table]} and c.user_id = ${$.user}::bigint)`;

/** How a comment is stored, so that no later policy makes it less private. */
export interface NamePrivacy {
  readonly namesPolicy: NamePolicy;
  readonly isNameHidden: boolean;
}

/** Whether a comment hides the name of its author. */
export const hidesName = (names: NamePolicy, hideName: boolean | null | undefined): boolean =>
  names === 'HIDDEN' || (names === 'OPTIONAL' && hideName === true);

/**
 * Decides whether a new comment hides the name of its author. A hidden name requires a rating that counts: a rating of
 * 0 would show that the author is a speaker, a host, or has commented before. For the same reason, an author with a
 * hidden comment adds no other. Without ratings, a second comment cannot hide the name either.
 *
 * @throws DomainError INVALID
 */
export function namePrivacy(
  { names, ratesInVain, hasComment, hasHiddenComment }: CommentCircumstances,
  hideName: boolean | null | undefined,
): NamePrivacy {
  // Rejects instead of publishing the name: the author may have seen another policy.
  if (hideName === true && names === 'PUBLIC') throw domainError('INVALID', 'NAMES_ARE_PUBLIC', 'hideName');
  if (hasHiddenComment) throw domainError('INVALID', 'HIDDEN_COMMENT_EXISTS');
  const isNameHidden = hidesName(names, hideName);
  if (isNameHidden && (ratesInVain || hasComment)) throw domainError('INVALID', 'HIDDEN_NAME_UNRATED');
  return { namesPolicy: names, isNameHidden };
}

/**
 * Range of the IDs of comments with hidden names. The sequence, which starts at 1, does not reach it. An ID of the
 * sequence would reveal the time of a comment, which lies between the visible times of its neighbours.
 */
export const RANDOM_IDS = { from: 2 ** 30, until: 2 ** 31 } as const;
/** Number of random IDs per comment. The probability that all are in use is negligible. */
const CANDIDATES = 8;

const unusedIds = {
  event_comments: unusedId('event_comments'),
  talk_comments: unusedId('talk_comments'),
};

function unusedId(table: 'event_comments' | 'talk_comments') {
  return statement(
    `unused id of ${table}`,
    ($: Parameters<{ candidates: readonly number[] }>) => sql<{ id: string }>`
      select id::text from unnest(${$.candidates}::bigint[]) as candidates (id)
      where not exists (select from ${sql.table(table)} c where c.id = candidates.id) limit 1`,
  );
}

/** Chooses a random unused ID. @param run in the transaction that stores the comment */
export async function randomCommentId(run: Run, table: keyof typeof unusedIds): Promise<string> {
  const candidates = Array.from({ length: CANDIDATES }, () => randomInt(RANDOM_IDS.from, RANDOM_IDS.until));
  const [unused] = await run(unusedIds[table], { candidates });
  if (!unused) throw new Error('No unused comment ID found');
  return unused.id;
}

/** A comment whose name may have to be hidden. `createdAtSeconds`: since 1970, exact unless the name is hidden. */
interface EditedComment {
  readonly id: string;
  readonly eventId: string;
  readonly createdAtSeconds: number;
}

const zoneOfHiddenNames = statement(
  'zone of an event that hides all names',
  ($: Parameters<{ event: string }>) => sql<{ zone: string }>`
    select ${zoneOfDays} as zone from events e where e.id = ${$.event}::bigint and e.feedback_names = 'HIDDEN'`,
);

/**
 * Hides the name of a comment that its author edits under the policy `HIDDEN`: no later policy may show the new text
 * with the name, nor when it was written. Has no effect under other policies. The ID is unchanged.
 *
 * @param em in a transaction that has locked the event, so that its policy cannot change before the commit
 * @throws DomainError INVALID if the rating does not count: it would show the role of the author (see `namePrivacy`)
 */
export async function hideEditedName(
  em: EntityManager,
  kind: 'event_comment' | 'talk_comment',
  { id, eventId, createdAtSeconds }: EditedComment,
): Promise<void> {
  const { run } = statementsOf(em);
  const [hiding] = await run(zoneOfHiddenNames, { event: eventId });
  if (!hiding) return;
  const hidden: { counts: boolean }[] = await em.execute(
    `update ${kind}s c set is_name_hidden = true, names_policy = 'HIDDEN', posted_at = c.created_at,
        created_at = ?${kind === 'event_comment' ? ', author_name = null' : ''}
      where c.id = ? and not c.is_name_hidden returning coalesce(c.rating, 0) > 0 and c.author_counts as counts`,
    [new Date(localMidnight(createdAtSeconds, hiding.zone) * 1000), id],
  );
  if (hidden.length > 0) await hideTimesOfComment(run, kind, id);
  if (hidden.some(({ counts }) => !counts)) throw domainError('INVALID', 'HIDDEN_NAME_UNRATED');
}
