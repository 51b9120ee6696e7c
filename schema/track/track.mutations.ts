import { Ctx, Mutation, Resolver, Field, ID, InputType } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { addTrack, deleteTrack, replaceTrack, type TrackInput } from '../../src/core/talk/tracks.js';
import { visibleEvent, visibleTrack } from '../../src/core/common/visible-records.js';
import { EventType } from '../event/event.type.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { TrackType } from './track.type.js';

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
class AddTrackInput extends TrackFieldsInput {
  @Field(() => ID, { description: 'ID of the event.' })
  eventId!: string;
}

@InputType('ReplaceTrackInput', { description: 'Input of `replaceTrack`.' })
class ReplaceTrackInput extends TrackFieldsInput {
  @Field(() => ID, { description: 'ID of the track to replace.' })
  trackId!: string;
}

const DeleteTrackInput = idInput('DeleteTrackInput', 'trackId', 'ID of the track to delete.');

const AddTrackPayload = payloadOf('AddTrackPayload', 'Result of `addTrack`.', {
  track: { type: () => TrackType, description: 'The new track.' },
});
const ReplaceTrackPayload = payloadOf('ReplaceTrackPayload', 'Result of `replaceTrack`.', {
  track: { type: () => TrackType, description: 'The updated track.' },
});
const DeleteTrackPayload = payloadOf('DeleteTrackPayload', 'Result of `deleteTrack`.', {
  event: { type: () => EventType, description: 'The event to which the track belonged.' },
});

@Resolver()
export class TrackMutations {
  @Mutation(() => AddTrackPayload, {
    description:
      'Adds a track to an event. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async addTrack(@Input(() => AddTrackInput) input: AddTrackInput, @Ctx() context: Context) {
    return { track: await visibleTrack(context, await addTrack(context, input)) };
  }

  @Mutation(() => ReplaceTrackPayload, {
    description:
      'Replaces the fields of a track. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async replaceTrack(@Input(() => ReplaceTrackInput) input: ReplaceTrackInput, @Ctx() context: Context) {
    return { track: await visibleTrack(context, await replaceTrack(context, input)) };
  }

  @Mutation(() => DeleteTrackPayload, {
    description:
      'Deletes a track; its talks remain without it. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async deleteTrack(
    @Input(() => DeleteTrackInput) { trackId }: InstanceType<typeof DeleteTrackInput>,
    @Ctx() context: Context,
  ) {
    return { event: await visibleEvent(context, await deleteTrack(context, trackId)) };
  }
}
