import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { CommentReport, type ReportDecision } from '../../database/entities/comment.entity.js';
import { domainError } from '../errors.js';
import { requireViewer, type Viewer, mayModerate, permit } from '../rules.js';
import {
  lockModerated,
  moderatedEventComment,
  moderatedTalkComment,
  recordModeration,
  setHidden,
  commentState,
  type ModeratedComment,
} from './moderated-comment.js';
import { hostAddresses } from '../common/recipients.js';
import { visibleUser, membershipOf } from '../common/visible-records.js';

/**
 * Reports a comment on an event: hides it at once and notifies the hosts (spec §3, contract §3.8). Reporting a comment
 * hidden by a report is not an error: while the report is undecided, each reporter is recorded once; after a host has
 * upheld the reports, a further one has no effect. After a host has rejected them, a further report by the same
 * reporter has no effect unless the comment has been edited since.
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, RATE_LIMITED
 */
export async function reportEventComment(context: Context, id: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const comment = await moderatedEventComment(context, id);
  await report(context, viewer, comment);
  return comment.eventId;
}

/** Reports a comment on a talk. Returns the ID of the talk; otherwise as `reportEventComment`. */
export async function reportTalkComment(context: Context, id: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const comment = await moderatedTalkComment(context, viewer, id);
  await report(context, viewer, comment);
  return comment.talk.id;
}

async function report(context: Context, viewer: Viewer, comment: ModeratedComment): Promise<void> {
  await context.limits.consume('reports_user', viewer.id);
  const reporter = await visibleUser(context, viewer.id);
  await context.transactions.withEntities(async (em) => {
    await lockModerated(em, comment);
    const { isHidden: hidden, editedAt } = await commentState(em, comment);
    if (!hidden && (await isCleared(em, comment, viewer.id, editedAt))) return;
    const undecided = { ...comment.subject, decision: null };
    if (hidden && !(await reportExists(em, undecided))) {
      if (await reportExists(em, comment.subject)) return;
      // Hidden without any report, such as by an import: treat it as nonexistent.
      throw domainError('NOT_FOUND', 'COMMENT_UNKNOWN');
    }
    if (!hidden) await setHidden(em, comment, true);
    if (await reportExists(em, { ...undecided, reporter: viewer.id })) return;
    await add(context, em, viewer, comment, reporter.fullName);
  });
}

/** Whether a host has rejected a report by this reporter about the current version of the comment. */
async function isCleared(
  em: EntityManager,
  { subject }: ModeratedComment,
  reporter: string,
  editedAt: Date | null,
): Promise<boolean> {
  const decidedAt = editedAt && { decidedAt: { $gte: editedAt } };
  return (await em.count(CommentReport, { ...subject, reporter, decision: 'REJECTED', ...decidedAt })) > 0;
}

type Reports = ModeratedComment['subject'] & { readonly decision?: null; readonly reporter?: string };

/** Whether a matching report exists. Reads one row only: a comment can have any number of reports. */
async function reportExists(em: EntityManager, which: Reports): Promise<boolean> {
  return (await em.findOne(CommentReport, which, { fields: ['id'] })) !== null;
}

async function add(
  { services, now, pages, origin }: Context,
  em: EntityManager,
  viewer: Viewer,
  comment: ModeratedComment,
  reporter: string,
): Promise<void> {
  const { eventId, subject, eventName, talk, text, page } = comment;
  const id = await em.insert(CommentReport, {
    ...subject,
    event: eventId,
    reporter: viewer.id,
    createdAt: new Date(now * 1000),
  });
  await recordModeration(em, comment, 'reported');
  await services.mail.queue(em, [
    {
      kind: 'comment_reported',
      origin,
      to: await hostAddresses(em, eventId),
      data: { eventName, talkTitle: talk?.title ?? null, reporter, comment: text, url: pages.reportTask(id, page) },
    },
  ]);
}

/**
 * Null or undefined if the caller sent no valid decision, which is reported after the permission check (contract §3.8).
 */
type DecisionInput = ReportDecision | null | undefined;

/**
 * Decides all reports of a comment on an event, initially or again. UPHELD keeps the comment hidden, REJECTED makes it
 * visible (contract §3.8, decisions no. 20).
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
    await recordModeration(em, comment, 'decided');
  });
  return comment.id;
}
