import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('EventComment', { simpleResolvers: true, description: 'What somebody said about an event.' })
export class EventCommentType {
  @Field(() => ID, { description: 'The number in the address of the record: `/v2.1/event_comments/{id}`.' })
  id!: string;

  @Field(() => ID, { description: 'The number of the event.' })
  eventId!: string;

  @Field(() => ID, { nullable: true, description: 'The number of the author; null when anonymous.' })
  userId!: string | null;

  @Field(() => Int, { nullable: true, description: '1 to 5, 5 is best; 0 does not count; null on old comments.' })
  rating!: number | null;

  @Field(() => String, { description: 'The text, as it was written: not HTML.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'The application with which it was made; null when not known.' })
  source!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was made, in the zone of the event.' })
  createdAt!: string;
}
