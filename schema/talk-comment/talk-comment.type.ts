import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';
import { connectionOf } from '../paging.js';

@ObjectType('TalkComment', { simpleResolvers: true, description: 'A comment on a talk.' })
export class TalkCommentType {
  @Field(() => ID, { description: 'Numeric ID of the comment, as in `/v2.1/talk_comments/{id}`.' })
  id!: string;

  @Field(() => ID, { description: 'ID of the talk.' })
  talkId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the author; null if the comment is anonymous or the account is inactive.',
  })
  userId!: string | null;

  @Field(() => String, { description: 'Title of the talk.' })
  talkTitle!: string;

  @Field(() => Int, { description: 'The rating, 1 to 5, 5 is best; 0 if it is excluded from averages.' })
  rating!: number;

  @Field(() => String, { description: 'The text, verbatim as posted. Plain text, not HTML.' })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the application with which the comment was posted; null if unknown.',
  })
  source!: string | null;

  @Field(() => Boolean, {
    description:
      "Whether the comment is visible only to its author, the talk's speakers, the event's hosts and site administrators.",
  })
  isPrivate!: boolean;

  @Field(() => DateTimeScalar, { description: 'Time of posting, in the time zone of the event.' })
  createdAt!: string;
}

export const { Connection: TalkCommentConnection, ConnectionResolver: TalkCommentConnectionResolver } = connectionOf(
  () => TalkCommentType,
  'TalkComment',
);
