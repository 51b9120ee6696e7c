import type { Context } from '../context.js';
import { EventComment, TalkComment } from '../../database/entities/comment.entity.js';
import { recordCommentChange } from '../changes/record-change.js';
import { domainError } from '../errors.js';
import { lockEvent, lockTalk } from '../common/locks.js';
import { visibleEventComment, visibleTalkComment } from '../common/visible-records.js';
import { viewerArgument } from '../reads/scope.js';
import { unrevealedTalks } from '../reads/talks.js';
import { requireViewer } from '../rules.js';
import { statementsOf } from '../transaction/transactions.js';
import { requireEditable } from './editable-comment.js';

/**
 * Deletes a comment together with its rating, as long as it can be edited. A comment that is hidden by a report remains
 * for the hosts. Not in v2.1.
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID
 */
export async function withdrawEventComment(context: Context, id: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const comment = await visibleEventComment(context, id);
  requireEditable(context, viewer, comment);
  await context.transactions.withEntities(async (em) => {
    await lockEvent(em, comment.eventId);
    await recordCommentChange(statementsOf(em).run, 'event_comment', 'deleted', comment.id);
    requireDeleted(await em.nativeDelete(EventComment, { id: comment.id, isHidden: false }));
  });
  return comment.eventId;
}

/**
 * As `withdrawEventComment`, for a comment on a talk whose results have been revealed, and stay revealed without it.
 * Otherwise, an author could rate to see the results, then withdraw the rating.
 *
 * @returns the ID of the talk
 */
export async function withdrawTalkComment(context: Context, id: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const comment = await visibleTalkComment(context, id);
  requireEditable(context, viewer, comment);
  await context.transactions.withEntities(async (em) => {
    await lockEvent(em, comment.eventId);
    await lockTalk(em, comment.talkId);
    await recordCommentChange(statementsOf(em).run, 'talk_comment', 'deleted', comment.id);
    requireDeleted(await em.nativeDelete(TalkComment, { id: comment.id, isHidden: false }));
    const talk = { keys: [comment.talkId], ...viewerArgument(context.reads.scope) };
    const withheld = await statementsOf(em).run(unrevealedTalks, talk);
    if (withheld.length > 0) throw domainError('INVALID', 'RESULTS_WITHHELD');
  });
  return comment.talkId;
}

/** A concurrent report may have hidden the comment. */
function requireDeleted(count: number): void {
  if (count === 0) throw domainError('NOT_FOUND', 'COMMENT_UNKNOWN');
}
