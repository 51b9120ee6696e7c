import { Field, ID, InputType } from 'type-graphql';
import { ReportDecisionEnum } from './comment-report.type.js';

const DECISION = { nullable: true, description: 'Required: the decision on all reports of the comment.' } as const;

@InputType('DecideEventCommentReportInput', { description: 'Input of `decideEventCommentReport`.' })
export class DecideEventCommentReportInput {
  @Field(() => ID, { description: 'ID of the reported comment.' })
  eventCommentId!: string;

  @Field(() => ReportDecisionEnum, DECISION)
  decision?: ReportDecisionEnum | null;
}

@InputType('DecideTalkCommentReportInput', { description: 'Input of `decideTalkCommentReport`.' })
export class DecideTalkCommentReportInput {
  @Field(() => ID, { description: 'ID of the reported comment.' })
  talkCommentId!: string;

  @Field(() => ReportDecisionEnum, DECISION)
  decision?: ReportDecisionEnum | null;
}
