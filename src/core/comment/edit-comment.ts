import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { EventComment, TalkComment } from '../../database/entities/comment.entity.js';
import { recordCommentChange } from '../changes/record-change.js';
import { domainError } from '../errors.js';
import { requireViewer, type Viewer } from '../rules.js';
import { commentDigest, commentText, rethrowDuplicate, isUncheckedComment } from './comment-input.js';
import { keepVersion } from './comment-versions.js';
import { requireEditable } from './editable-comment.js';
import { hideEditedName } from './hidden-name.js';
import { lockEvent, lockTalk } from '../common/locks.js';
import { statementsOf } from '../transaction/transactions.js';
import {
  visibleEvent,
  visibleEventComment,
  visibleTalk,
  visibleTalkComment,
  visibleUser,
} from '../common/visible-records.js';

export interface TalkCommentEdit {
  readonly talkCommentId: string;
  readonly text: string;
}

export interface EventCommentEdit {
  readonly eventCommentId: string;
  readonly text: string;
}

/**
 * Replaces the text of a comment within the permitted editing time. The rating remains unchanged (contract §3.6, which
 * reports a missing text before any problem with the comment). Hosts can still read the earlier text.
 *
 * @returns the ID of the comment
 * @throws DomainError UNAUTHENTICATED, INVALID, NOT_FOUND, FORBIDDEN, SPAM, DUPLICATE
 */
export async function editTalkComment(context: Context, input: TalkCommentEdit): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const text = commentText(input.text);
  const comment = await visibleTalkComment(context, input.talkCommentId);
  requireEditable(context, viewer, comment);
  const talk = await visibleTalk(context, comment.talkId);
  return replaceText(context, viewer, {
    ...{ kind: 'talk_comment', comment, text, page: context.pages.talk(talk.stub) },
    lock: async (em) => {
      await lockEvent(em, talk.eventId);
      await lockTalk(em, talk.id);
    },
  });
}

/** As `editTalkComment`, for a comment on an event. Not in v2.1. */
export async function editEventComment(context: Context, input: EventCommentEdit): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const text = commentText(input.text);
  const comment = await visibleEventComment(context, input.eventCommentId);
  requireEditable(context, viewer, comment);
  const event = await visibleEvent(context, comment.eventId);
  return replaceText(context, viewer, {
    ...{ kind: 'event_comment', comment, text, page: context.pages.event(event.slug) },
    lock: async (em) => void (await lockEvent(em, event.id)),
  });
}

/** An edit that is permitted. */
interface Edit {
  readonly kind: 'event_comment' | 'talk_comment';
  readonly comment: Parameters<typeof hideEditedName>[2] & { readonly isNameHidden: boolean };
  readonly text: string;
  /** URL of the page that shows the comment. */
  readonly page: string;
  /** Locks what the comment belongs to. */
  readonly lock: (em: EntityManager) => Promise<void>;
}

async function replaceText(
  context: Context,
  viewer: Viewer,
  { kind, comment, text, page, lock }: Edit,
): Promise<string> {
  const { id, isNameHidden } = comment;
  const author = await visibleUser(context, viewer.id);
  const isUnchecked = await isUncheckedComment(context, { kind, text, author, page, isNameHidden });
  await context.transactions
    .withEntities(async (em) => {
      await lock(em);
      await keepVersion(em, kind, id, context.now);
      await hideEditedName(em, kind, comment);
      const edited = {
        comment: text,
        digest: commentDigest(text),
        isUnchecked,
        editedAt: new Date(context.now * 1000),
      };
      // A concurrent report may have hidden the comment.
      const shown = { id, isHidden: false };
      const count =
        kind === 'talk_comment'
          ? await em.nativeUpdate(TalkComment, shown, edited)
          : await em.nativeUpdate(EventComment, shown, edited);
      if (count === 0) throw domainError('NOT_FOUND', 'COMMENT_UNKNOWN');
      await recordCommentChange(statementsOf(em).run, kind, 'edited', id);
    })
    .catch(rethrowDuplicate(`${kind}s_digest_key`));
  return id;
}
