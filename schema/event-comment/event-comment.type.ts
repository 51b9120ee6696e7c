import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';
import { connectionOf } from '../paging.js';

@ObjectType('EventComment', { simpleResolvers: true, description: 'A comment on an event.' })
export class EventCommentType {
  @Field(() => ID, { description: 'Numeric ID of the comment, as in `/v2.1/event_comments/{id}`.' })
  id!: string;

  @Field(() => ID, { description: 'ID of the event.' })
  eventId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the author; null if the comment is anonymous or the account is inactive.',
  })
  userId!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The rating, 1 to 5, 5 is best; 0 is excluded from averages. Null for old comments.',
  })
  rating!: number | null;

  @Field(() => String, { description: 'The text, verbatim as posted. Plain text, not HTML.' })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the application with which the comment was posted; null if unknown.',
  })
  source!: string | null;

  @Field(() => DateTimeScalar, { description: 'Time of posting, in the time zone of the event.' })
  createdAt!: string;
}

export const { Connection: EventCommentConnection, ConnectionResolver: EventCommentConnectionResolver } = connectionOf(
  () => EventCommentType,
  'EventComment',
);
