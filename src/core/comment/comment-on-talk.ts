import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { requireViewer } from '../rules.js';
import { visibleTalk, visibleUser } from '../common/visible-records.js';
import { recordComment, requireCommentAllowance } from './comment-allowance.js';
import { commentDigest, validateComment, rethrowDuplicate, storedRating, isUncheckedComment } from './comment-input.js';

export interface TalkCommentInput {
  readonly talkId: string;
  readonly text: string;
  /** 1 to 5. Required, even if it does not count. */
  readonly rating?: number | null;
}

/**
 * Adds a comment to a talk (spec §4.6; order of the checks: contract §3.6). The rating becomes 0 for speakers of the
 * talk and for authors who have already rated it.
 *
 * @returns the ID of the comment
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, SPAM, DUPLICATE
 */
export async function commentOnTalk(context: Context, input: TalkCommentInput): Promise<string> {
  const { services, now, pages } = context;
  const viewer = requireViewer(context.viewer);
  const talk = await visibleTalk(context, input.talkId);
  const { text, rating } = await validateComment(input, {
    order: ['text', 'rating'],
    isClosed: services.policy.enforceCommentWindow && !talk.commentsOpen,
    isRatingIgnored: async () => {
      const [known] = await context.reads.scope.run(commentCircumstances, { talk: talk.id, user: viewer.id });
      return known?.ratesInVain === true;
    },
  });
  await requireCommentAllowance(context, context.reads.scope.run, viewer.id);

  const author = await visibleUser(context, viewer.id);
  const page = pages.talk(talk.stub);
  const isUnchecked = await isUncheckedComment(context, { kind: 'talk_comment', text, author, page });

  const { id, allowance } = await context.transactions
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
      const { eventName, speakerAddresses: to } = circumstances;
      const storedValue = storedRating(rating, circumstances.ratesInVain);
      const mailData = { talkTitle: talk.title, eventName, commenter: author.fullName, comment: text, talkUrl: page };
      await services.mail.queue(transaction, [
        { kind: 'talk_commented', to, data: { ...mailData, rating: storedValue } },
      ]);
      const [stored] = await runLast(insertTalkComment, {
        event: talk.eventId,
        talk: talk.id,
        user: viewer.id,
        rating: storedValue,
        comment: text,
        source: viewer.application?.name ?? services.policy.productName,
        digest: commentDigest(text),
        isUnchecked,
        createdAt: new Date(now * 1000).toISOString(),
      });
      if (!stored) throw new Error('INSERT returned no comment ID');
      return { id: stored.id, allowance };
    })
    .catch(rethrowDuplicate('talk_comments_digest_key'));
  recordComment(context, allowance);
  return id;
}

/** Serializes the writes of one user. Foreign keys can still reference the locked row, as in `lockUser`. */
export const lockCommenter = statement(
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
