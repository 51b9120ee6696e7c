import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';

export enum ReportDecisionEnum {
  UPHELD = 'UPHELD',
  REJECTED = 'REJECTED',
}
registerEnumType(ReportDecisionEnum, {
  name: 'ReportDecision',
  description: 'What a host decided about a report.',
  valuesConfig: {
    UPHELD: { description: 'The comment stays hidden.' },
    REJECTED: { description: 'The comment is visible again.' },
  },
});

@ObjectType('CommentReport', {
  simpleResolvers: true,
  description: 'Somebody asked for a comment to be looked at; it is hidden until a host decides.',
})
export class CommentReportType {
  @Field(() => ID, { description: 'The number of the report.' })
  id!: string;

  @Field(() => DateTimeScalar, { description: 'When it was made, in UTC.' })
  reportedAt!: string;

  @Field(() => ReportDecisionEnum, { nullable: true, description: 'Null while nobody decided.' })
  decision!: ReportDecisionEnum | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was decided, in UTC; null while nobody did.' })
  decidedAt!: string | null;
}
