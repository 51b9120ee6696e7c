import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { EventComment, TalkComment } from '../../database/entities/comment.entity.js';
import { recordCommentChange } from '../changes/record-change.js';
import { domainError } from '../errors.js';
import { lockEvent, lockTalk } from '../common/locks.js';
import { statementsOf } from '../transaction/transactions.js';
import { maySeePrivateComment, type Viewer } from '../rules.js';
import { canonicalId, membershipOf } from '../common/visible-records.js';

/** A comment, possibly hidden already, with the data that reports need. The same shape for both kinds of comment. */
export interface ModeratedComment {
  readonly id: string;
  readonly eventId: string;
  readonly eventName: string;
  /** Null for a comment on an event. */
  readonly talk: { readonly id: string; readonly title: string } | null;
  readonly text: string;
  /** URL of the page that shows it. */
  readonly page: string;
  /** The reference to the comment in its reports. */
  readonly subject: { readonly eventComment: string } | { readonly talkComment: string };
}

type ModeratedTalkComment = ModeratedComment & { readonly talk: NonNullable<ModeratedComment['talk']> };

const unknown = () => domainError('NOT_FOUND', 'COMMENT_UNKNOWN');

/** Returns a comment on an event visible to the viewer, hidden or not. @throws DomainError NOT_FOUND */
export async function moderatedEventComment({ reads, pages }: Context, id: string): Promise<ModeratedComment> {
  const known = canonicalId(id);
  const comment = known === null ? null : await reads.load('reportedEventComment', known);
  const event = comment && (await reads.load('event', comment.eventId));
  if (!comment || !event) throw unknown();
  return {
    ...{ id: comment.id, eventId: event.id, eventName: event.name, talk: null, text: comment.text },
    page: pages.event(event.slug),
    subject: { eventComment: comment.id },
  };
}

/** Returns a comment on a talk visible to the viewer, hidden or not. @throws DomainError NOT_FOUND */
export async function moderatedTalkComment(
  context: Context,
  viewer: Viewer,
  id: string,
): Promise<ModeratedTalkComment> {
  const { reads, pages } = context;
  const known = canonicalId(id);
  const comment = known === null ? null : await reads.load('reportedTalkComment', known);
  if (!comment) throw unknown();
  const [event, talk] = await Promise.all([reads.load('event', comment.eventId), reads.load('talk', comment.talkId)]);
  if (!event || !talk) throw unknown();
  if (comment.isPrivate) {
    const membership = await membershipOf(context, event.id, talk.id);
    if (!maySeePrivateComment(viewer, membership, comment.userId)) throw unknown();
  }
  return {
    ...{ id: comment.id, eventId: event.id, eventName: event.name, talk, text: comment.text },
    page: pages.talk(talk.stub),
    subject: { talkComment: comment.id },
  };
}

/** Serializes reports and decisions about a comment, so that its visibility agrees with the decision. */
export async function lockModerated(em: EntityManager, { eventId, talk }: ModeratedComment): Promise<void> {
  await lockEvent(em, eventId);
  if (talk) await lockTalk(em, talk.id);
}

/** @throws DomainError NOT_FOUND if the comment was deleted concurrently */
export async function commentState(
  em: EntityManager,
  { id, talk }: ModeratedComment,
): Promise<{ isHidden: boolean; editedAt: Date | null }> {
  const comment = talk ? await em.findOne(TalkComment, id) : await em.findOne(EventComment, id);
  if (!comment) throw unknown();
  return { isHidden: comment.isHidden, editedAt: comment.editedAt ?? null };
}

export async function setHidden(em: EntityManager, comment: ModeratedComment, hidden: boolean): Promise<void> {
  const [changed, change] = [{ id: comment.id, isHidden: !hidden }, { isHidden: hidden }];
  const count = await (comment.talk
    ? em.nativeUpdate(TalkComment, changed, change)
    : em.nativeUpdate(EventComment, changed, change));
  if (count > 0) await recordModeration(em, comment, hidden ? 'hidden' : 'shown');
}

/** Writes to the event log. @param em in the transaction of the change */
export const recordModeration = (
  em: EntityManager,
  { id, talk }: ModeratedComment,
  verb: 'hidden' | 'shown' | 'reported' | 'decided',
): Promise<void> => recordCommentChange(statementsOf(em).run, talk ? 'talk_comment' : 'event_comment', verb, id);
