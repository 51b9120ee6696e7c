import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { addTrack, deleteTrack, replaceTrack } from '../../src/core/talk/tracks.js';
import { visibleEvent, visibleTrack } from '../../src/core/common/visible.js';
import { EventType } from '../event/event.type.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { AddTrackInput, ReplaceTrackInput } from './track.input.js';
import { TrackType } from './track.type.js';

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
