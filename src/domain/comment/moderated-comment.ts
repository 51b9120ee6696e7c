import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.js';
import { EventComment } from '../../entities/event-comment.entity.js';
import { TalkComment } from '../../entities/talk-comment.entity.js';
import { fail } from '../../errors.js';
import { eventPage, talkPage } from '../pages.js';
import { lockEvent, lockTalk } from '../locks.js';
import { maySeePrivateComment, type Viewer } from '../../rules.js';
import { recordNumber, standingAt } from '../visible.js';

/** A comment that may be hidden already, and what reports of it need to know: the same for both kinds of comment. */
export interface ModeratedComment {
  readonly id: string;
  readonly eventId: string;
  readonly eventName: string;
  /** Null for a comment on an event. */
  readonly talk: { readonly id: string; readonly title: string } | null;
  readonly text: string;
  /** The page on which it is shown. */
  readonly page: string;
  /** As the reports name it. */
  readonly subject: { readonly eventComment: string } | { readonly talkComment: string };
}

type ModeratedTalkComment = ModeratedComment & { readonly talk: NonNullable<ModeratedComment['talk']> };

const unknown = () => fail('NOT_FOUND', 'COMMENT_UNKNOWN');

/** A comment on an event that the viewer sees, hidden or not. @throws DomainError NOT_FOUND */
export async function moderatedEventComment({ reads, website }: Context, id: string): Promise<ModeratedComment> {
  const known = recordNumber(id);
  const comment = known === null ? null : await reads.load('reportedEventComment', known);
  const event = comment && (await reads.load('event', comment.eventId));
  if (!comment || !event) throw unknown();
  return {
    ...{ id: comment.id, eventId: event.id, eventName: event.name, talk: null, text: comment.text },
    page: eventPage(website, event.slug),
    subject: { eventComment: comment.id },
  };
}

/** A comment on a talk that the viewer sees, hidden or not. @throws DomainError NOT_FOUND */
export async function moderatedTalkComment(
  context: Context,
  viewer: Viewer,
  id: string,
): Promise<ModeratedTalkComment> {
  const { reads, website } = context;
  const known = recordNumber(id);
  const comment = known === null ? null : await reads.load('reportedTalkComment', known);
  if (!comment) throw unknown();
  const [event, talk] = await Promise.all([reads.load('event', comment.eventId), reads.load('talk', comment.talkId)]);
  if (!event || !talk) throw unknown();
  if (comment.isPrivate) {
    const standing = await standingAt(context, event.id, talk.id);
    if (!maySeePrivateComment(viewer, standing, comment.userId)) throw unknown();
  }
  return {
    ...{ id: comment.id, eventId: event.id, eventName: event.name, talk, text: comment.text },
    page: talkPage(website, talk.stub),
    subject: { talkComment: comment.id },
  };
}

/** Reports and decisions about a comment come one after the other, so that what is hidden agrees with what is decided. */
export async function lockModerated(em: EntityManager, { eventId, talk }: ModeratedComment): Promise<void> {
  await lockEvent(em, eventId);
  if (talk) await lockTalk(em, talk.id);
}

/** @throws DomainError NOT_FOUND where the comment has gone in the meantime */
export async function isHidden(em: EntityManager, { id, talk }: ModeratedComment): Promise<boolean> {
  const comment = await (talk ? em.findOne(TalkComment, id) : em.findOne(EventComment, id));
  if (!comment) throw unknown();
  return comment.isHidden;
}

export async function setHidden(em: EntityManager, { id, talk }: ModeratedComment, hidden: boolean): Promise<void> {
  const change = { isHidden: hidden };
  await (talk ? em.nativeUpdate(TalkComment, { id }, change) : em.nativeUpdate(EventComment, { id }, change));
}
