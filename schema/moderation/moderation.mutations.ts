import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { decideEventCommentReport, decideTalkCommentReport } from '../../src/domain/comment/decide-report.js';
import { reportEventComment, reportTalkComment } from '../../src/domain/comment/report-comment.js';
import { EventCommentType } from '../event-comment/event-comment.type.js';
import { EventType } from '../event/event.type.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { TalkCommentType } from '../talk-comment/talk-comment.type.js';
import { TalkType } from '../talk/talk.type.js';
import { DecideEventCommentReportInput, DecideTalkCommentReportInput } from './moderation.input.js';

const ReportEventCommentInput = idInput('ReportEventCommentInput', 'eventCommentId', 'The comment to report.');
const ReportTalkCommentInput = idInput('ReportTalkCommentInput', 'talkCommentId', 'The comment to report.');

const ReportEventCommentPayload = payloadOf('ReportEventCommentPayload', 'What reporting a comment changed.', {
  event: { type: () => EventType, description: 'The event, without the comment.' },
});
const ReportTalkCommentPayload = payloadOf('ReportTalkCommentPayload', 'What reporting a comment changed.', {
  talk: { type: () => TalkType, description: 'The talk, without the comment.' },
});
const DecideEventCommentReportPayload = payloadOf('DecideEventCommentReportPayload', 'What the decision changed.', {
  eventComment: { type: () => EventCommentType, description: 'The comment, whether it is visible again or not.' },
});
const DecideTalkCommentReportPayload = payloadOf('DecideTalkCommentReportPayload', 'What the decision changed.', {
  talkComment: { type: () => TalkCommentType, description: 'The comment, whether it is visible again or not.' },
});

const REPORT =
  'It is hidden until a host decides; reporting it again changes nothing until then. UNAUTHENTICATED, NOT_FOUND, RATE_LIMITED.';
const DECIDE =
  'for the hosts of the event. It can be decided anew later. UNAUTHENTICATED, NOT_FOUND (also where nobody has reported the comment), FORBIDDEN, INVALID.';

@Resolver()
export class ModerationMutations {
  @Mutation(() => ReportEventCommentPayload, {
    description: `Asks for a comment on an event to be looked at. ${REPORT}`,
  })
  async reportEventComment(
    @Input(() => ReportEventCommentInput) { eventCommentId }: InstanceType<typeof ReportEventCommentInput>,
    @Ctx() context: Context,
  ) {
    return { event: await context.reads.load('event', await reportEventComment(context, eventCommentId)) };
  }

  @Mutation(() => ReportTalkCommentPayload, { description: `Asks for a comment on a talk to be looked at. ${REPORT}` })
  async reportTalkComment(
    @Input(() => ReportTalkCommentInput) { talkCommentId }: InstanceType<typeof ReportTalkCommentInput>,
    @Ctx() context: Context,
  ) {
    return { talk: await context.reads.load('talk', await reportTalkComment(context, talkCommentId)) };
  }

  @Mutation(() => DecideEventCommentReportPayload, {
    description: `Decides about all reports of a comment on an event: ${DECIDE}`,
  })
  async decideEventCommentReport(
    @Input(() => DecideEventCommentReportInput) { eventCommentId, decision }: DecideEventCommentReportInput,
    @Ctx() context: Context,
  ) {
    const id = await decideEventCommentReport(context, eventCommentId, decision);
    return { eventComment: await context.reads.load('reportedEventComment', id) };
  }

  @Mutation(() => DecideTalkCommentReportPayload, {
    description: `Decides about all reports of a comment on a talk: ${DECIDE}`,
  })
  async decideTalkCommentReport(
    @Input(() => DecideTalkCommentReportInput) { talkCommentId, decision }: DecideTalkCommentReportInput,
    @Ctx() context: Context,
  ) {
    const id = await decideTalkCommentReport(context, talkCommentId, decision);
    return { talkComment: await context.reads.load('reportedTalkComment', id) };
  }
}
