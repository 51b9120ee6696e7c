import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import type { Context } from '../context.js';
import { localMidnight } from '../date/local-time.js';
import { domainError } from '../errors.js';
import { opensLater } from '../reads/records.js';
import { isVisibleToUser } from '../reads/visibility.js';
import { requireViewer } from '../rules.js';
import {
  earlierComments,
  namePrivacy,
  randomCommentId,
  type CommentCircumstances,
  type NamePrivacy,
} from './hidden-name.js';
import { visibleTalk, visibleUser } from '../common/visible-records.js';
import { recordComment, requireCommentAllowance } from './comment-allowance.js';
import { noticesOf, type NotifiedSpeaker } from './notify-speakers.js';
import {
  commentDigest,
  isUncheckedComment,
  ratingIgnoredReason,
  rethrowDuplicate,
  storedRating,
  validateComment,
  type PostedComment,
} from './comment-input.js';

export interface TalkCommentInput {
  readonly talkId: string;
  readonly text: string;
  /** 1 to 5. Required, even if it does not count, unless the event has no ratings. */
  readonly rating?: number | null;
  /** Hides the name of the author, where the event permits it. */
  readonly hideName?: boolean | null;
}

/**
 * Adds a comment to a talk (spec §4.6; order of the checks: contract §3.6). The rating becomes 0 for speakers of the
 * talk and for authors who have already rated it.
 *
 * @returns the ID of the comment, and why its rating does not count
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, SPAM, DUPLICATE
 */
export async function commentOnTalk(context: Context, input: TalkCommentInput): Promise<PostedComment> {
  const { services, now, pages } = context;
  const viewer = requireViewer(context.viewer);
  const talk = await visibleTalk(context, input.talkId);
  const { text, rating, isNameHidden } = await validateComment(input, {
    order: ['text', 'rating'],
    policy: talk.policy,
    isClosed: (services.policy.enforceCommentWindow && !talk.commentsOpen) || opensLater(talk, now),
    isRatingIgnored: async () => {
      const [known] = await context.reads.scope.run(commentCircumstances, { talk: talk.id, user: viewer.id });
      return known?.ratesInVain === true;
    },
  });
  await requireCommentAllowance(context, context.reads.scope.run, viewer.id);

  const author = await visibleUser(context, viewer.id);
  const page = pages.talk(talk.stub);
  const isUnchecked = await isUncheckedComment(context, { kind: 'talk_comment', text, author, isNameHidden, page });

  const { posted, allowance } = await context.transactions
    .withStatements(async (transaction) => {
      const { run, runLast } = transaction;
      // Serializes the comments of one user, so that each counts the others and sees earlier ratings.
      const [locked, [circumstances], allowance] = await Promise.all([
        run(lockCommenter, { user: viewer.id }),
        run(commentCircumstances, { talk: talk.id, user: viewer.id }),
        requireCommentAllowance(context, run, viewer.id),
      ]);
      if (locked.length === 0) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
      if (!circumstances) throw domainError('NOT_FOUND', 'TALK_UNKNOWN');
      const { eventName, speakers } = circumstances;
      const privacy = namePrivacy(circumstances, input.hideName);
      const { addresses: to, pending } = await noticesOf(run, talk.id, speakers, now);
      const ignored = ratingIgnoredReason(circumstances);
      const storedValue = storedRating(rating, ignored !== null);
      const commenter = privacy.isNameHidden ? null : author.fullName;
      const mailData = { talkTitle: talk.title, eventName, commenter, comment: text, talkUrl: page };
      await services.mail.queue(transaction, [
        {
          ...{ kind: 'talk_commented', origin: context.origin, to, talk: talk.stub },
          data: { ...mailData, rating: storedValue },
        },
      ]);
      const comment = {
        ...privacy,
        id: privacy.isNameHidden ? await randomCommentId(run, 'talk_comments') : null,
        event: talk.eventId,
        talk: talk.id,
        user: viewer.id,
        rating: storedValue,
        comment: text,
        source: viewer.application?.name ?? services.policy.productName,
        digest: commentDigest(text),
        isUnchecked,
        createdAt: isoOf(privacy.isNameHidden ? localMidnight(now, talk.timeZone) : now),
        postedAt: privacy.isNameHidden ? isoOf(now) : null,
      };
      const [stored] =
        pending.length === 0
          ? await runLast(insertTalkComment, comment)
          : await runLast(insertCommentWithNotices, {
              ...{ ...comment, origin: context.origin },
              ...{ users: pending.map(({ userId }) => userId), dueAt: pending.map(({ dueAt }) => dueAt) },
            });
      if (!stored) throw new Error('INSERT returned no comment ID');
      return { posted: { id: stored.id, ratingIgnoredReason: ignored }, allowance };
    })
    .catch(rethrowDuplicate('talk_comments_digest_key'));
  recordComment(context, allowance);
  return posted;
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Serializes the writes of one user. Foreign keys can still reference the locked row, as in `lockUser`. */
export const lockCommenter = statement(
  'hold user',
  ($: Parameters<{ user: string }>) =>
    sql<{ id: string }>`select id from users where id = ${$.user}::bigint for no key update`,
);

interface TalkCommentCircumstances extends CommentCircumstances {
  readonly eventName: string;
  /** Recipients of the notification: the speakers who have claimed the talk and see its event, except the author. */
  readonly speakers: readonly NotifiedSpeaker[];
}

/** Speakers do not rate their own talk, and each user rates a talk once (contract §4.5). No row if it has been deleted. */
export const commentCircumstances = statement(
  'comment circumstances',
  ($: Parameters<{ talk: string; user: string }>) => sql<TalkCommentCircumstances>`
    select e.name as "eventName", e.feedback_names as names, e.feedback_ratings as ratings,
      earlier."hasComment", earlier."hasHiddenComment", earlier."hasRated",
      earlier."hasRated" or exists (select from talk_speakers s where s.talk_id = t.id and s.user_id = ${$.user}::bigint)
        as "ratesInVain",
      coalesce((select json_agg(json_build_object('id', u.id::text, 'email', u.email, 'mode', u.feedback_mails,
            'mailedAt', date_part('epoch', n.mailed_at)) order by s.id)
        from talk_speakers s join users u on u.id = s.user_id and u.is_active and ${isVisibleToUser}
        left join feedback_notices n on n.user_id = u.id and n.talk_id = t.id
        where s.talk_id = t.id and u.id <> ${$.user}::bigint and u.feedback_mails <> 'OFF'), '[]') as speakers
    from talks t join events e on e.id = t.event_id, ${earlierComments('talk_comments', $)} earlier
    where t.id = ${$.talk}::bigint`,
);

interface NewTalkComment extends NamePrivacy {
  /** Null: the next one of the sequence. */
  readonly id: string | null;
  readonly event: string;
  readonly talk: string;
  readonly user: string;
  readonly rating: number;
  readonly comment: string;
  readonly source: string;
  readonly digest: string;
  readonly isUnchecked: boolean;
  /** ISO 8601; midnight if the name is hidden. */
  readonly createdAt: string;
  /** The exact time, if `createdAt` is not. */
  readonly postedAt: string | null;
}

const insertion = ($: Parameters<NewTalkComment>) => sql`
    insert into talk_comments (id, event_id, talk_id, user_id, rating, comment, source, digest, is_unchecked,
      names_policy, is_name_hidden, created_at, posted_at)
    values (coalesce(${$.id}::bigint, nextval('public.talk_comments_id_seq')), ${$.event}::bigint, ${$.talk}::bigint,
      ${$.user}::bigint, ${$.rating}::smallint, ${$.comment}, ${$.source}, ${$.digest}, ${$.isUnchecked}::boolean,
      ${$.namesPolicy}, ${$.isNameHidden}::boolean, ${$.createdAt}::timestamptz, ${$.postedAt}::timestamptz)
    returning id, event_id, talk_id, created_at`;

/** Stores the comment, and its row in the event log; `created_at` is all that the log contains of its time. */
const loggedInsertion = ($: Parameters<NewTalkComment>) => sql`stored as (${insertion($)}), logged as (
      insert into event_log (at, event_id, talk_id, kind, record_id)
      select created_at, event_id, talk_id, 'talk_comment.created', id from stored
    )`;

/** Stores a comment together with the digests that will contain it. */
const insertCommentWithNotices = statement(
  'insert talk comment with notices',
  ($: Parameters<NewTalkComment & { origin: string; users: readonly string[]; dueAt: readonly string[] }>) => sql<{
    id: string;
  }>`
    with ${loggedInsertion($)}, pending as (
      insert into pending_feedback (user_id, talk_comment_id, origin, due_at)
      select u.id, stored.id, ${$.origin}, p.due_at
      from stored, unnest(${$.users}::bigint[], ${$.dueAt}::timestamptz[]) as p (user_id, due_at)
      join users u on u.id = p.user_id
    )
    select id from stored`,
);

export const insertTalkComment = statement(
  'insert talk comment',
  ($: Parameters<NewTalkComment>) => sql<{ id: string }>`with ${loggedInsertion($)} select id from stored`,
);
