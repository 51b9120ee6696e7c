import { Field, ID, InputType } from 'type-graphql';
import type { TrackInput } from '../../src/core/talk/tracks.js';

@InputType()
abstract class TrackFieldsInput implements TrackInput {
  @Field(() => String, { description: 'The name of the track: 1 to 300 characters.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Description of the track; may be empty. When replacing a track, it is unchanged if omitted.',
  })
  description?: string | null;
}

@InputType('AddTrackInput', { description: 'Input of `addTrack`.' })
export class AddTrackInput extends TrackFieldsInput {
  @Field(() => ID, { description: 'ID of the event.' })
  eventId!: string;
}

@InputType('ReplaceTrackInput', { description: 'Input of `replaceTrack`.' })
export class ReplaceTrackInput extends TrackFieldsInput {
  @Field(() => ID, { description: 'ID of the track to replace.' })
  trackId!: string;
}
