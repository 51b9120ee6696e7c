import type { Context } from '../../context.js';
import { CommentReport, type ReportDecision } from '../../entities/comment-report.entity.js';
import { fail } from '../../errors.js';
import { mayModerate, permit, requireViewer, type Viewer } from '../../rules.js';
import {
  lockModerated,
  moderatedEventComment,
  moderatedTalkComment,
  setHidden,
  type ModeratedComment,
} from './moderated-comment.js';
import { inTransaction } from '../transaction.js';
import { standingAt } from '../visible.js';

/** Nothing, where a caller said something else than a decision: that is told after who may decide (contract §3.8). */
type GivenDecision = ReportDecision | null | undefined;

/**
 * Decides about all reports of a comment on an event, the first time or anew: upheld, it stays hidden; rejected, it is
 * visible again (contract §3.8, decisions.md no. 20).
 *
 * @returns the id of the comment
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND (also without any report), FORBIDDEN, INVALID
 */
export async function decideEventCommentReport(context: Context, id: string, decision: GivenDecision): Promise<string> {
  const viewer = requireViewer(context.viewer);
  return decide(context, viewer, await moderatedEventComment(context, id), decision);
}

/** The same for a comment on a talk. */
export async function decideTalkCommentReport(context: Context, id: string, decision: GivenDecision): Promise<string> {
  const viewer = requireViewer(context.viewer);
  return decide(context, viewer, await moderatedTalkComment(context, viewer, id), decision);
}

async function decide(
  context: Context,
  viewer: Viewer,
  comment: ModeratedComment,
  decision: GivenDecision,
): Promise<string> {
  permit(mayModerate(viewer, await standingAt(context, comment.eventId)), 'HOSTS_ONLY');
  if (decision == null) throw fail('INVALID', 'FIELD_REQUIRED', 'decision');
  await inTransaction(context, async (em) => {
    await lockModerated(em, comment);
    const decidedAt = new Date(context.now * 1000);
    const change = { decision, decidedBy: viewer.id, decidedAt };
    const decided = await em.nativeUpdate(CommentReport, comment.subject, change);
    if (decided === 0) throw fail('NOT_FOUND', 'COMMENT_UNKNOWN');
    await setHidden(em, comment, decision === 'UPHELD');
  });
  return comment.id;
}
