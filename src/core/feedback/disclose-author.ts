import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { Validation } from '../common/validation.js';
import { membershipOf, visibleUser } from '../common/visible-records.js';
import { moderatedEventComment, moderatedTalkComment } from '../comment/moderated-comment.js';
import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { isHost, mayDiscloseAuthor, permit, requireViewer, type Viewer } from '../rules.js';
import { statementsOf } from '../transaction/transactions.js';

const MAX_REASON_LENGTH = 1_000;

/** A comment on an event or on a talk. */
export interface CommentReference {
  readonly type: 'EventComment' | 'TalkComment';
  readonly id: string;
}

/**
 * Discloses the hidden author of a comment to a host, who neither speaks at nor claims the talk. The disclosure is
 * recorded, and the author is notified by mail with the reason. Idempotent per host and comment.
 *
 * @param reason required; at most 1000 characters
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN; INVALID without a reason, or if no author is hidden
 */
export async function discloseAuthor(context: Context, { type, id }: CommentReference, reason: string): Promise<void> {
  const viewer = requireViewer(context.viewer);
  const comment = await commentOf(context, viewer, { type, id });
  const membership = await membershipOf(context, comment.eventId, comment.talkId ?? undefined);
  const claims = comment.talkId !== null && (await claimsTalk(context, comment.eventId, comment.talkId, viewer.id));
  const speaks = membership.speaks === true || claims;
  const refusal = isHost(viewer, membership.hosts) && speaks ? 'DISCLOSURE_TO_SPEAKER' : 'HOSTS_ONLY';
  permit(mayDiscloseAuthor(viewer, { ...membership, speaks }), refusal);
  const validation = new Validation();
  validation.required('reason', reason, MAX_REASON_LENGTH);
  validation.throwIfInvalid();
  const host = await visibleUser(context, viewer.id);

  await context.transactions.withEntities(async (em) => {
    const { run } = statementsOf(em);
    const [author] = await run(hiddenAuthors[type], { id: comment.id });
    if (!author) throw domainError('INVALID', 'AUTHOR_NOT_HIDDEN');
    // The account is deleted. The disclosure is recorded nevertheless, but shows no author.
    const recorded = await run(recordDisclosures[type], {
      ...{ event: comment.eventId, comment: comment.id, host: viewer.id, reason },
      now: context.now,
    });
    if (recorded.length === 0) return;
    const { email, eventName, talkTitle, text } = author;
    if (email === null) return;
    const data = { eventName, talkTitle, host: host.fullName, reason, comment: text };
    await context.services.mail.queue(em, [{ kind: 'author_disclosed', to: email, data }]);
  });
}

/** @throws DomainError NOT_FOUND unless the viewer can see the comment, or reads it in a report as a host */
async function commentOf(context: Context, viewer: Viewer, { type, id }: CommentReference) {
  const { talk, ...comment } =
    type === 'TalkComment' ? await moderatedTalkComment(context, viewer, id) : await moderatedEventComment(context, id);
  return { id: comment.id, eventId: comment.eventId, talkId: talk?.id ?? null };
}

/** Whether the viewer has a pending claim of the talk. */
async function claimsTalk({ reads }: Context, eventId: string, talkId: string, userId: string): Promise<boolean> {
  const claims = await reads.load('claimsOfEvent', eventId);
  return claims.some((claim) => claim.talkId === talkId && claim.userId === userId);
}

interface HiddenAuthor {
  /** Null if the account has been deleted. */
  readonly email: string | null;
  readonly eventName: string;
  readonly talkTitle: string | null;
  readonly text: string;
}

const columns = { EventComment: 'event_comment_id', TalkComment: 'talk_comment_id' } as const;
const tables = { EventComment: 'event_comments', TalkComment: 'talk_comments' } as const;

/** No row if the name of the author is not hidden. */
const hiddenAuthor = (type: CommentReference['type']) =>
  statement(
    `hidden author of ${type}`,
    ($: Parameters<{ id: string }>) => sql<HiddenAuthor>`
      select u.email, e.name as "eventName", ${
        type === 'TalkComment' ? sql`(select t.title from talks t where t.id = c.talk_id)` : sql`null`
      } as "talkTitle", c.comment as text
      from ${sql.table(tables[type])} c join events e on e.id = c.event_id left join users u on u.id = c.user_id
      where c.id = ${$.id}::bigint and (c.is_name_hidden or e.feedback_names = 'HIDDEN')`,
  );

interface Disclosure {
  readonly event: string;
  readonly comment: string;
  readonly host: string;
  readonly reason: string;
  readonly now: number;
}

/** No row if the author is already disclosed to the host. */
const recordDisclosure = (type: CommentReference['type']) =>
  statement(
    `record disclosure of ${type}`,
    ($: Parameters<Disclosure>) => sql<{ id: string }>`
      insert into author_disclosures (event_id, ${sql.ref(columns[type])}, host_id, reason, disclosed_at)
      values (${$.event}::bigint, ${$.comment}::bigint, ${$.host}::bigint, ${$.reason},
        to_timestamp(${$.now}::float8))
      on conflict do nothing returning id`,
  );

const hiddenAuthors = { EventComment: hiddenAuthor('EventComment'), TalkComment: hiddenAuthor('TalkComment') };
const recordDisclosures = {
  EventComment: recordDisclosure('EventComment'),
  TalkComment: recordDisclosure('TalkComment'),
};
