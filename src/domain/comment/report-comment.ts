import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.js';
import { CommentReport } from '../../entities/comment-report.entity.js';
import { fail } from '../../errors.js';
import { requireViewer, type Viewer } from '../../rules.js';
import {
  isHidden,
  lockModerated,
  moderatedEventComment,
  moderatedTalkComment,
  setHidden,
  type ModeratedComment,
} from './moderated-comment.js';
import { hostAddresses } from '../recipients.js';
import { inTransaction } from '../transaction.js';
import { visibleUser } from '../visible.js';

/**
 * Reports a comment on an event: it is hidden at once, and the hosts are told (spec §3, contract §3.8). Reporting a
 * comment that is hidden because of a report is no mistake: while nobody has decided, each reporter is noted once; after
 * a host has upheld the reports, nothing is left to ask for.
 *
 * @returns the id of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, RATE_LIMITED
 */
export async function reportEventComment(context: Context, id: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const comment = await moderatedEventComment(context, id);
  await report(context, viewer, comment);
  return comment.eventId;
}

/** Reports a comment on a talk. Returns the id of the talk; otherwise as `reportEventComment`. */
export async function reportTalkComment(context: Context, id: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const comment = await moderatedTalkComment(context, viewer, id);
  await report(context, viewer, comment);
  return comment.talk.id;
}

async function report(context: Context, viewer: Viewer, comment: ModeratedComment): Promise<void> {
  await context.limits.consume('reports_user', viewer.id);
  const reporter = await visibleUser(context, viewer.id);
  await inTransaction(context, async (em) => {
    await lockModerated(em, comment);
    const hidden = await isHidden(em, comment);
    const open = { ...comment.subject, decision: null };
    if (hidden && !(await isAny(em, open))) {
      if (await isAny(em, comment.subject)) return;
      // By nobody's report: it came so from elsewhere, and is not there.
      throw fail('NOT_FOUND', 'COMMENT_UNKNOWN');
    }
    if (!hidden) await setHidden(em, comment, true);
    if (await isAny(em, { ...open, reporter: viewer.id })) return;
    await add(context, em, viewer, comment, reporter.fullName);
  });
}

type Reports = ModeratedComment['subject'] & { readonly decision?: null; readonly reporter?: string };

/** Whether there is such a report: of one comment there may be any number, decided again and again. */
async function isAny(em: EntityManager, which: Reports): Promise<boolean> {
  return (await em.findOne(CommentReport, which, { fields: ['id'] })) !== null;
}

async function add(
  { services, now }: Context,
  em: EntityManager,
  viewer: Viewer,
  comment: ModeratedComment,
  reporter: string,
): Promise<void> {
  const { eventId, subject, eventName, talk, text, page } = comment;
  await em.insert(CommentReport, {
    ...subject,
    event: eventId,
    reporter: viewer.id,
    createdAt: new Date(now * 1000),
  });
  await services.mail.queue(em, [
    {
      kind: 'comment_reported',
      to: await hostAddresses(em, eventId),
      data: { eventName, talkTitle: talk?.title ?? null, reporter, comment: text, url: page },
    },
  ]);
}
