import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';

export enum ReportDecisionEnum {
  UPHELD = 'UPHELD',
  REJECTED = 'REJECTED',
}
registerEnumType(ReportDecisionEnum, {
  name: 'ReportDecision',
  description: 'Decision of a host on a report.',
  valuesConfig: {
    UPHELD: { description: 'The report is upheld: the comment remains hidden.' },
    REJECTED: { description: 'The report is rejected: the comment is visible again.' },
  },
});

@ObjectType('CommentReport', {
  simpleResolvers: true,
  description: 'A report of a comment, which is hidden until a host of the event decides.',
})
export class CommentReportType {
  @Field(() => ID, { description: 'Numeric ID of the report.' })
  id!: string;

  @Field(() => DateTimeScalar, { description: 'Time of the report, in UTC.' })
  reportedAt!: string;

  @Field(() => ReportDecisionEnum, { nullable: true, description: 'The decision; null while the report is undecided.' })
  decision!: ReportDecisionEnum | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time of the decision, in UTC; null while the report is undecided.',
  })
  decidedAt!: string | null;
}
