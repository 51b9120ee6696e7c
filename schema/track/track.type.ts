import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../paging.js';

@ObjectType('Track', { simpleResolvers: true, description: 'A named group of talks within an event.' })
export class TrackType {
  @Field(() => ID, { description: 'Numeric ID of the track, as in `/v2.1/tracks/{id}`.' })
  id!: string;

  @Field(() => ID, { description: 'ID of the event to which the track belongs.' })
  eventId!: string;

  @Field(() => String, { description: 'Name of the track. Not necessarily unique.' })
  name!: string;

  @Field(() => String, { description: 'Description of the track; may be empty.' })
  description!: string;

  @Field(() => Int, { description: 'Number of talks on the track.' })
  talkCount!: number;
}

export const { Connection: TrackConnection, ConnectionResolver: TrackConnectionResolver } = connectionOf(
  () => TrackType,
  'Track',
);
