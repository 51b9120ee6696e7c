import { Field, ID, Int, ObjectType } from 'type-graphql';

@ObjectType('Track', { simpleResolvers: true, description: 'A named group of talks inside one event.' })
export class TrackType {
  @Field(() => ID, { description: 'The number in the address of the record: `/v2.1/tracks/{id}`.' })
  id!: string;

  @Field(() => ID, { description: 'The number of the event to which it belongs.' })
  eventId!: string;

  @Field(() => String, { description: 'What it is called; other tracks may be called the same.' })
  name!: string;

  @Field(() => String, { description: 'What its talks have in common; may be empty.' })
  description!: string;

  @Field(() => Int, { description: 'How many talks are on it.' })
  talkCount!: number;
}
