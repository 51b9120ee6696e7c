import { membershipOf, visibleEvent, visibleTalk } from '../common/visible-records.js';
import type { Context } from '../context.js';
import { mayExportFeedback, mayExportTalkFeedback, permit, requireViewer } from '../rules.js';
import { feedbackRows, type FeedbackRow } from './feedback-rows.js';

type Rows = AsyncGenerator<FeedbackRow[]>;

/**
 * Exports all comments on an event and on its talks, for its hosts, including reported ones.
 *
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function exportEventFeedback(context: Context, eventId: string): Promise<Rows> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  permit(mayExportFeedback(viewer, await membershipOf(context, id)), 'HOSTS_ONLY');
  return feedbackRows(context.reads.scope.run, { event: id }, context.now);
}

/**
 * Exports the visible comments on a talk, for its claimed speakers and hosts of its event.
 *
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function exportTalkFeedback(context: Context, talkId: string): Promise<Rows> {
  const viewer = requireViewer(context.viewer);
  const { id, eventId } = await visibleTalk(context, talkId);
  permit(mayExportTalkFeedback(viewer, await membershipOf(context, eventId, id)), 'HOSTS_AND_SPEAKERS_ONLY');
  return feedbackRows(context.reads.scope.run, { talk: id }, context.now);
}
