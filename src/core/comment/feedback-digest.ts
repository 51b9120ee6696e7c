import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { PageUrls } from '../common/page-urls.js';
import type { FeedbackOfTalk } from '../mail-kinds.js';
import type { MailQueue } from '../ports.js';
import { isVisibleToUser } from '../reads/visibility.js';
import { inTransaction, statementsOf } from '../transaction/transactions.js';
import type { FeedbackMails } from './notify-speakers.js';

/** Dependencies of the job that sends digests. */
interface DigestParts {
  readonly em: EntityManager;
  readonly run: Run;
  readonly mail: MailQueue;
  /** Base URL of the website; undefined without one. */
  readonly websiteUrl: string | undefined;
  /** Seconds since 1970. */
  readonly now: () => number;
  /** Called if the digest of a user fails, which the next run repeats. */
  readonly onFailed: (userId: string, error: unknown) => void;
}

const USERS_PER_ROUND = 100;
/** Comments beyond it are counted. */
const MAX_COMMENTS = 1_000;
const MAX_TEXT = 2_000;

/** Sends a digest to every speaker with feedback that is due. Aborted between two digests. */
export async function sendDueDigests(parts: DigestParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const users = await parts.run(usersWithDueFeedback, { now: parts.now(), limit: USERS_PER_ROUND });
    let failures = 0;
    for (const { userId } of users) {
      if (signal.aborted) return;
      try {
        await sendDigest(parts, userId);
      } catch (error) {
        failures += 1;
        parts.onFailed(userId, error);
      }
    }
    if (failures > 0 || users.length < USERS_PER_ROUND) return;
  }
}

/** Sends all pending feedback to one speaker, and deletes it in the same transaction. */
async function sendDigest({ em, mail, websiteUrl, now }: DigestParts, userId: string): Promise<void> {
  await inTransaction(em, async (fork) => {
    const { run } = statementsOf(fork);
    const [recipient] = await run(recipientById, { user: userId });
    const comments = await run(takePendingFeedback, { user: userId });
    if (!recipient || recipient.mode === 'OFF' || comments.length === 0) return;
    const talkIds = [...new Set(comments.map(({ talkId }) => talkId))];
    await run(noteMailed, { user: userId, talks: talkIds, now: now() });
    const origin = comments[0]?.origin ?? '';
    const talks = talksOf(comments.slice(0, MAX_COMMENTS), new PageUrls(websiteUrl, origin));
    const data = { count: comments.length, omitted: Math.max(comments.length - MAX_COMMENTS, 0), talks };
    const [stub, ...others] = new Set(comments.map((comment) => comment.stub));
    const ofOneTalk = stub !== undefined && others.length === 0 ? { talk: stub } : {};
    await mail.queue(fork, [{ kind: 'feedback_digest', origin, to: recipient.email, data, ...ofOneTalk }]);
  });
}

const shortened = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} …` : text);

function talksOf(comments: readonly PendingComment[], pages: PageUrls): FeedbackOfTalk[] {
  return [...Map.groupBy(comments, ({ talkId }) => talkId).values()].map((ofTalk) => {
    const [{ talkTitle, eventName, stub }] = ofTalk as [PendingComment];
    const shown = ofTalk.map(({ commenter, rating, text }) => ({ commenter, rating, comment: shortened(text) }));
    return { talkTitle, eventName, talkUrl: pages.talk(stub), comments: shown };
  });
}

const usersWithDueFeedback = statement(
  'users with due feedback',
  ($: Parameters<{ now: number; limit: number }>) => sql<{ userId: string }>`
    select distinct user_id as "userId" from pending_feedback
    where due_at <= to_timestamp(${$.now}::float8) limit ${$.limit}::int`,
);

const recipientById = statement(
  'recipient of a digest',
  ($: Parameters<{ user: string }>) => sql<{ email: string; mode: FeedbackMails }>`
    select email, feedback_mails as mode from users where id = ${$.user}::bigint and is_active for key share`,
);

interface PendingComment {
  readonly origin: string;
  readonly talkId: string;
  readonly talkTitle: string;
  readonly stub: string;
  readonly eventName: string;
  /** Null if the name is hidden, or the account no longer exists. */
  readonly commenter: string | null;
  readonly rating: number;
  /** Its beginning, which is longer than `MAX_TEXT` if the text is; empty beyond `MAX_COMMENTS`. */
  readonly text: string;
}

/**
 * Deletes the pending feedback of a user, and returns what is still visible to them as a speaker, oldest first. Reads as
 * much of the texts as a mail contains.
 */
const takePendingFeedback = statement(
  'take pending feedback',
  ($: Parameters<{ user: string }>) => sql<PendingComment>`
    with taken as (delete from pending_feedback where user_id = ${$.user}::bigint returning talk_comment_id, origin)
    select taken.origin, t.id as "talkId", t.title as "talkTitle", t.stub, e.name as "eventName",
      case when not (c.is_name_hidden or e.feedback_names = 'HIDDEN') then a.full_name end as commenter, c.rating,
      case when row_number() over (order by t.starts_at, t.id, c.created_at, c.id) <= ${MAX_COMMENTS}::int
        then left(c.comment, ${MAX_TEXT + 1}::int) else '' end as text
    from taken
    join talk_comments c on c.id = taken.talk_comment_id and not c.is_hidden
    join talks t on t.id = c.talk_id
    join events e on e.id = t.event_id and e.withdrawn_at is null
    left join users a on a.id = c.user_id and a.is_active
    join users u on u.id = ${$.user}::bigint and ${isVisibleToUser}
    where exists (select from talk_speakers s where s.talk_id = t.id and s.user_id = u.id)
    order by t.starts_at, t.id, c.created_at, c.id`,
);

const noteMailed = statement(
  'note mailed feedback',
  ($: Parameters<{ user: string; talks: readonly string[]; now: number }>) => sql<object>`
    insert into feedback_notices (user_id, talk_id, mailed_at)
    select ${$.user}::bigint, t.id, to_timestamp(${$.now}::float8)
      from talks t where t.id = any(${$.talks}::bigint[]) order by t.id
    on conflict (user_id, talk_id) do update set mailed_at = excluded.mailed_at`,
);
