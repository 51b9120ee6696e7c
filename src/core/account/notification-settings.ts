import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { User } from '../../database/entities/user.entity.js';
import type { FeedbackMails } from '../comment/notify-speakers.js';
import type { Context } from '../context.js';
import type { NotificationTopic } from '../mail-kinds.js';
import { requireAccountManager } from '../rules.js';
import { readUnsubscribeToken } from './notification-links.js';

/** Which mails a user receives, besides those about the account. */
export interface NotificationSettings {
  readonly feedback: FeedbackMails;
  /** Topics that are turned off; `FEEDBACK` is never among them. */
  readonly muted: readonly NotificationTopic[];
}

type MutableTopic = Exclude<NotificationTopic, 'FEEDBACK'>;
export const mutableTopics = [
  'CLAIMS',
  'REPORTS',
  'SUBMISSIONS',
  'DECISIONS',
] as const satisfies readonly MutableTopic[];

export const settingsByUser = statement(
  'notification settings',
  ($: Parameters<{ user: string }>) => sql<NotificationSettings>`
    select feedback_mails as feedback, muted_mails as muted from users where id = ${$.user}::bigint`,
);

const settingsByAddress = statement(
  'notification settings by address',
  ($: Parameters<{ address: string }>) => sql<NotificationSettings>`
    select feedback_mails as feedback, muted_mails as muted from users where lower(email) = lower(${$.address})`,
);

/** Whether the owner of an address wants mails of a topic. Null if no account has the address. */
export async function wantsMail(run: Run, address: string, topic: NotificationTopic): Promise<boolean | null> {
  const [settings] = await run(settingsByAddress, { address });
  if (!settings) return null;
  return topic === 'FEEDBACK' ? settings.feedback !== 'OFF' : !settings.muted.includes(topic);
}

interface SettingsChange {
  readonly feedback?: FeedbackMails | null | undefined;
  readonly muted?: readonly MutableTopic[] | null | undefined;
}

/**
 * Changes which mails the viewer receives; undefined and null leave a setting unchanged. Feedback that awaits a digest is
 * due at once if each comment is mailed, and dropped if none is.
 *
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN
 */
export async function updateNotificationSettings(context: Context, input: SettingsChange): Promise<void> {
  const viewer = requireAccountManager(context.viewer);
  const { feedback, muted } = input;
  await context.transactions.withEntities(async (em) => {
    await em.nativeUpdate(
      User,
      { id: viewer.id },
      {
        ...(feedback && { feedbackMails: feedback }),
        ...(muted && { mutedMails: mutableTopics.filter((topic) => muted.includes(topic)) }),
      },
    );
    if (feedback) await changePending[feedback]?.(viewer.id).execute(em.getKysely());
  });
}

const dropPending = (user: string) => sql`delete from pending_feedback where user_id = ${user}::bigint`;
const changePending: Partial<Record<FeedbackMails, typeof dropPending>> = {
  EACH: (user) => sql`update pending_feedback set due_at = now() where user_id = ${user}::bigint`,
  OFF: dropPending,
};

/**
 * Turns off mails by the link in one of them, without a login (RFC 8058). Also succeeds if the address has changed since.
 *
 * @returns the topic; null if the link is not valid
 * @throws DomainError UNAVAILABLE
 */
export async function unsubscribe(context: Context, token: string): Promise<NotificationTopic | null> {
  const found = readUnsubscribeToken(token, context.services.secretKey);
  if (!found) return null;
  const { topic, address } = found;
  await context.transactions.withEntities(async (em) => {
    const change =
      topic === 'FEEDBACK'
        ? sql`feedback_mails = 'OFF'`
        : sql`muted_mails = array(select distinct unnest(muted_mails || ${topic}::text) order by 1)`;
    const { rows } = await sql<{ id: string }>`
      update users set ${change} where lower(email) = lower(${address}) returning id`.execute(em.getKysely());
    const [user] = rows;
    if (user && topic === 'FEEDBACK') await dropPending(user.id).execute(em.getKysely());
  });
  return topic;
}
