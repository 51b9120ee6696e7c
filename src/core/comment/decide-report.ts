import type { Context } from '../context.js';
import { CommentReport, type ReportDecision } from '../../database/entities/comment.entity.js';
import { domainError } from '../errors.js';
import { mayModerate, permit, requireViewer, type Viewer } from '../rules.js';
import {
  lockModerated,
  moderatedEventComment,
  moderatedTalkComment,
  setHidden,
  type ModeratedComment,
} from './moderated-comment.js';
import { membershipOf } from '../common/visible-records.js';

/**
 * Null or undefined if the caller sent no valid decision, which is reported after the permission check (contract §3.8).
 */
type DecisionInput = ReportDecision | null | undefined;

/**
 * Decides all reports of a comment on an event, initially or again. UPHELD keeps the comment hidden, REJECTED makes it
 * visible (contract §3.8, decisions.md no. 20).
 *
 * @returns the ID of the comment
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND (also without any report), FORBIDDEN, INVALID
 */
export async function decideEventCommentReport(context: Context, id: string, decision: DecisionInput): Promise<string> {
  const viewer = requireViewer(context.viewer);
  return decide(context, viewer, await moderatedEventComment(context, id), decision);
}

/** As `decideEventCommentReport`, for a comment on a talk. */
export async function decideTalkCommentReport(context: Context, id: string, decision: DecisionInput): Promise<string> {
  const viewer = requireViewer(context.viewer);
  return decide(context, viewer, await moderatedTalkComment(context, viewer, id), decision);
}

async function decide(
  context: Context,
  viewer: Viewer,
  comment: ModeratedComment,
  decision: DecisionInput,
): Promise<string> {
  permit(mayModerate(viewer, await membershipOf(context, comment.eventId)), 'HOSTS_ONLY');
  if (decision == null) throw domainError('INVALID', 'FIELD_REQUIRED', 'decision');
  await context.transactions.withEntities(async (em) => {
    await lockModerated(em, comment);
    const decidedAt = new Date(context.now * 1000);
    const change = { decision, decidedBy: viewer.id, decidedAt };
    const decided = await em.nativeUpdate(CommentReport, comment.subject, change);
    if (decided === 0) throw domainError('NOT_FOUND', 'COMMENT_UNKNOWN');
    await setHidden(em, comment, decision === 'UPHELD');
  });
  return comment.id;
}
