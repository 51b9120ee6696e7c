import type { Context } from '../context.js';
import { DomainError } from '../errors.js';
import { mayEditComment, permit, type Viewer } from '../rules.js';

interface PostedComment {
  readonly userId: string | null;
  readonly postedAtSeconds: number;
}

type EditContext = Pick<Context, 'now'> & { readonly services: { readonly policy: { commentEditMinutes: number } } };

/** Whether the time in which authors may edit a comment is over. */
const isOver = ({ now, services: { policy } }: EditContext, { postedAtSeconds }: PostedComment): boolean =>
  now > postedAtSeconds + policy.commentEditMinutes * 60;

/** Whether the viewer can edit a comment now. */
export const isEditable = (context: EditContext, viewer: Viewer | null, comment: PostedComment): boolean =>
  viewer !== null && mayEditComment(viewer, comment.userId) && !isOver(context, comment);

/** @throws DomainError FORBIDDEN, INVALID unless the viewer can edit or withdraw a comment now */
export function requireEditable(context: EditContext, viewer: Viewer, comment: PostedComment): void {
  permit(mayEditComment(viewer, comment.userId), 'AUTHOR_ONLY');
  const limit = context.services.policy.commentEditMinutes;
  if (isOver(context, comment)) throw new DomainError('INVALID', [{ reason: 'EDIT_TIME_OVER', limit }]);
}
