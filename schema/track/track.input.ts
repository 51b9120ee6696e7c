import { Field, ID, InputType } from 'type-graphql';
import type { TrackInput } from '../../src/domain/talk/tracks.js';

@InputType()
abstract class TrackFieldsInput implements TrackInput {
  @Field(() => String, { description: 'What it is called: 1 to 300 characters.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What its talks have in common; may be empty. Replacing, it stays as it was unless you say.',
  })
  description?: string | null;
}

@InputType('AddTrackInput', { description: 'A new track.' })
export class AddTrackInput extends TrackFieldsInput {
  @Field(() => ID, { description: 'The event to which it belongs.' })
  eventId!: string;
}

@InputType('ReplaceTrackInput', { description: 'A track, described anew.' })
export class ReplaceTrackInput extends TrackFieldsInput {
  @Field(() => ID, { description: 'The track to replace.' })
  trackId!: string;
}
