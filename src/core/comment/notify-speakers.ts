import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';

/** Mails to speakers about new feedback: one at once, then digests (`feedback-digest.ts`). */

/** How often a speaker receives mails about new feedback. */
export const feedbackMailModes = ['EACH', 'HOURLY', 'DAILY', 'OFF'] as const;
export type FeedbackMails = (typeof feedbackMailModes)[number];

/** A speaker of the talk who has claimed it. */
export interface NotifiedSpeaker {
  readonly id: string;
  readonly email: string;
  readonly mode: FeedbackMails;
  /** Last mail about the talk, in seconds since 1970; null without one. */
  readonly mailedAt: number | null;
}

/** A digest that will contain the comment. */
export interface PendingNotice {
  readonly userId: string;
  /** ISO 8601. */
  readonly dueAt: string;
}

/** Who is mailed about a comment at once, and who later. */
export interface Notices {
  readonly addresses: readonly string[];
  readonly pending: readonly PendingNotice[];
}

export const HOUR = 3600;
const DAY = 86_400;
/** Daily digests are sent at 06:00 UTC. */
const DIGEST_HOUR = 6 * HOUR;

const nextDigest = (now: number): number => Math.floor((now - DIGEST_HOUR) / DAY + 1) * DAY + DIGEST_HOUR;
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/**
 * Decides who is mailed at once. The first mail of an hour about a talk is claimed by its comment: of concurrent
 * comments, one is mailed, and the others wait for the digest.
 *
 * @param run in the transaction that stores the comment. `now` in seconds since 1970
 */
export async function noticesOf(
  run: Run,
  talkId: string,
  speakers: readonly NotifiedSpeaker[],
  now: number,
): Promise<Notices> {
  const isFirst = ({ mode, mailedAt }: NotifiedSpeaker) =>
    mode === 'HOURLY' && (mailedAt === null || mailedAt <= now - HOUR);
  const candidates = speakers.filter(isFirst).map(({ id }) => id);
  const claimed = candidates.length === 0 ? [] : await run(claimNotices, { talk: talkId, users: candidates, now });
  const first = new Set(claimed.map(({ userId }) => userId));
  const later: Partial<Record<FeedbackMails, (speaker: NotifiedSpeaker) => number>> = {
    HOURLY: ({ mailedAt }) => Math.max(mailedAt ?? now, now - HOUR) + HOUR,
    DAILY: () => nextDigest(now),
  };
  return {
    addresses: speakers.filter(({ id, mode }) => mode === 'EACH' || first.has(id)).map(({ email }) => email),
    pending: speakers.flatMap((speaker) => {
      const dueAt = first.has(speaker.id) ? undefined : later[speaker.mode]?.(speaker);
      return dueAt === undefined ? [] : [{ userId: speaker.id, dueAt: iso(dueAt) }];
    }),
  };
}

const claimNotices = statement(
  'claim feedback notices',
  ($: Parameters<{ talk: string; users: readonly string[]; now: number }>) => sql<{ userId: string }>`
    insert into feedback_notices (user_id, talk_id, mailed_at)
    select u.id, ${$.talk}::bigint, to_timestamp(${$.now}::float8)
      from users u where u.id = any(${$.users}::bigint[]) order by u.id
    on conflict (user_id, talk_id) do update set mailed_at = excluded.mailed_at
      where feedback_notices.mailed_at <= excluded.mailed_at - interval '1 hour'
    returning user_id as "userId"`,
);
