import { Ctx, Mutation, Resolver, Field, ID, InputType } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import {
  decideEventCommentReport,
  decideTalkCommentReport,
  reportEventComment,
  reportTalkComment,
} from '../../src/core/comment/report-comment.js';
import { EventCommentType } from '../event-comment/event-comment.type.js';
import { EventType } from '../event/event.type.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { TalkCommentType } from '../talk-comment/talk-comment.type.js';
import { TalkType } from '../talk/talk.type.js';
import { ReportDecisionEnum } from './comment-report.type.js';

const DECISION = { nullable: true, description: 'Required: the decision on all reports of the comment.' } as const;

@InputType('DecideEventCommentReportInput', { description: 'Input of `decideEventCommentReport`.' })
class DecideEventCommentReportInput {
  @Field(() => ID, { description: 'ID of the reported comment.' })
  eventCommentId!: string;

  @Field(() => ReportDecisionEnum, DECISION)
  decision?: ReportDecisionEnum | null;
}

@InputType('DecideTalkCommentReportInput', { description: 'Input of `decideTalkCommentReport`.' })
class DecideTalkCommentReportInput {
  @Field(() => ID, { description: 'ID of the reported comment.' })
  talkCommentId!: string;

  @Field(() => ReportDecisionEnum, DECISION)
  decision?: ReportDecisionEnum | null;
}

const ReportEventCommentInput = idInput('ReportEventCommentInput', 'eventCommentId', 'ID of the comment to report.');
const ReportTalkCommentInput = idInput('ReportTalkCommentInput', 'talkCommentId', 'ID of the comment to report.');

const ReportEventCommentPayload = payloadOf('ReportEventCommentPayload', 'Result of `reportEventComment`.', {
  event: { type: () => EventType, description: 'The event, with the comment hidden.' },
});
const ReportTalkCommentPayload = payloadOf('ReportTalkCommentPayload', 'Result of `reportTalkComment`.', {
  talk: { type: () => TalkType, description: 'The talk, with the comment hidden.' },
});
const DecideEventCommentReportPayload = payloadOf(
  'DecideEventCommentReportPayload',
  'Result of `decideEventCommentReport`.',
  {
    eventComment: { type: () => EventCommentType, description: 'The comment, even if it remains hidden.' },
  },
);
const DecideTalkCommentReportPayload = payloadOf(
  'DecideTalkCommentReportPayload',
  'Result of `decideTalkCommentReport`.',
  {
    talkComment: { type: () => TalkCommentType, description: 'The comment, even if it remains hidden.' },
  },
);

const REPORT =
  'The comment is hidden until a host of the event decides. Idempotent until then. Errors: UNAUTHENTICATED, NOT_FOUND, RATE_LIMITED.';
const DECIDE =
  'Requires a host of the event. The decision can be changed later. Errors: UNAUTHENTICATED, NOT_FOUND (also if the comment has no reports), FORBIDDEN, INVALID.';

@Resolver()
export class ModerationMutations {
  @Mutation(() => ReportEventCommentPayload, {
    description: `Reports a comment on an event to its hosts. ${REPORT}`,
  })
  async reportEventComment(
    @Input(() => ReportEventCommentInput) { eventCommentId }: InstanceType<typeof ReportEventCommentInput>,
    @Ctx() context: Context,
  ) {
    return { event: await context.reads.load('event', await reportEventComment(context, eventCommentId)) };
  }

  @Mutation(() => ReportTalkCommentPayload, {
    description: `Reports a comment on a talk to the hosts of the event. ${REPORT}`,
  })
  async reportTalkComment(
    @Input(() => ReportTalkCommentInput) { talkCommentId }: InstanceType<typeof ReportTalkCommentInput>,
    @Ctx() context: Context,
  ) {
    return { talk: await context.reads.load('talk', await reportTalkComment(context, talkCommentId)) };
  }

  @Mutation(() => DecideEventCommentReportPayload, {
    description: `Decides all reports of a comment on an event. ${DECIDE}`,
  })
  async decideEventCommentReport(
    @Input(() => DecideEventCommentReportInput) { eventCommentId, decision }: DecideEventCommentReportInput,
    @Ctx() context: Context,
  ) {
    const id = await decideEventCommentReport(context, eventCommentId, decision);
    return { eventComment: await context.reads.load('reportedEventComment', id) };
  }

  @Mutation(() => DecideTalkCommentReportPayload, {
    description: `Decides all reports of a comment on a talk. ${DECIDE}`,
  })
  async decideTalkCommentReport(
    @Input(() => DecideTalkCommentReportInput) { talkCommentId, decision }: DecideTalkCommentReportInput,
    @Ctx() context: Context,
  ) {
    const id = await decideTalkCommentReport(context, talkCommentId, decision);
    return { talkComment: await context.reads.load('reportedTalkComment', id) };
  }
}
