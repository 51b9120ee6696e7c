import { Field, ID, InputType } from 'type-graphql';
import { ReportDecisionEnum } from './comment-report.type.js';

const DECISION = { nullable: true, description: 'Required: what becomes of the reports, all of them.' } as const;

@InputType('DecideEventCommentReportInput', { description: 'A decision about the reports of a comment on an event.' })
export class DecideEventCommentReportInput {
  @Field(() => ID, { description: 'The reported comment.' })
  eventCommentId!: string;

  @Field(() => ReportDecisionEnum, DECISION)
  decision?: ReportDecisionEnum | null;
}

@InputType('DecideTalkCommentReportInput', { description: 'A decision about the reports of a comment on a talk.' })
export class DecideTalkCommentReportInput {
  @Field(() => ID, { description: 'The reported comment.' })
  talkCommentId!: string;

  @Field(() => ReportDecisionEnum, DECISION)
  decision?: ReportDecisionEnum | null;
}
