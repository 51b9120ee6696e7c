import { Field, ID, ObjectType, registerEnumType, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import type { ReportRow } from '../../src/core/reads/moderation.js';
import { DateTimeScalar } from '../scalars.js';
import { EventCommentType } from '../event-comment/event-comment.type.js';
import { TalkCommentType } from '../talk-comment/talk-comment.type.js';
import { UserType } from '../user/user.type.js';

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

@Resolver(() => CommentReportType)
export class CommentReportResolver {
  @FieldResolver(() => EventCommentType, {
    nullable: true,
    description: 'The reported comment if it is on an event; null otherwise.',
    complexity: 1,
  })
  eventComment(@Root() { eventCommentId }: ReportRow, @Ctx() { reads }: Context) {
    return eventCommentId === null ? null : reads.load('reportedEventComment', eventCommentId);
  }

  @FieldResolver(() => TalkCommentType, {
    nullable: true,
    description: 'The reported comment if it is on a talk; null otherwise.',
    complexity: 1,
  })
  talkComment(@Root() { talkCommentId }: ReportRow, @Ctx() { reads }: Context) {
    return talkCommentId === null ? null : reads.load('reportedTalkComment', talkCommentId);
  }

  @FieldResolver(() => UserType, {
    nullable: true,
    description: 'The user who reported the comment; null if the account no longer exists or is inactive.',
    complexity: 1,
  })
  reporter(@Root() { reporterId }: ReportRow, @Ctx() { reads }: Context) {
    return reporterId === null ? null : reads.load('user', reporterId);
  }

  @FieldResolver(() => UserType, {
    nullable: true,
    description: 'The user who decided the report; null if it is undecided or the account is inactive.',
    complexity: 1,
  })
  decidedBy(@Root() { decidedById }: ReportRow, @Ctx() { reads }: Context) {
    return decidedById === null ? null : reads.load('user', decidedById);
  }
}
