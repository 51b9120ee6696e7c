import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { addTrack, deleteTrack, replaceTrack } from '../../src/domain/talk/tracks.js';
import { visibleEvent, visibleTrack } from '../../src/domain/visible.js';
import { EventType } from '../event/event.type.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { AddTrackInput, ReplaceTrackInput } from './track.input.js';
import { TrackType } from './track.type.js';

const DeleteTrackInput = idInput('DeleteTrackInput', 'trackId', 'The track to delete.');

const AddTrackPayload = payloadOf('AddTrackPayload', 'What adding a track changed.', {
  track: { type: () => TrackType, description: 'The new track.' },
});
const ReplaceTrackPayload = payloadOf('ReplaceTrackPayload', 'What replacing a track changed.', {
  track: { type: () => TrackType, description: 'The track as it is now.' },
});
const DeleteTrackPayload = payloadOf('DeleteTrackPayload', 'What deleting a track changed.', {
  event: { type: () => EventType, description: 'The event to which it belonged.' },
});

@Resolver()
export class TrackMutations {
  @Mutation(() => AddTrackPayload, {
    description: 'Adds a track to an event that you host. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async addTrack(@Input(() => AddTrackInput) input: AddTrackInput, @Ctx() context: Context) {
    return { track: await visibleTrack(context, await addTrack(context, input)) };
  }

  @Mutation(() => ReplaceTrackPayload, {
    description: 'Describes a track of an event that you host anew. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async replaceTrack(@Input(() => ReplaceTrackInput) input: ReplaceTrackInput, @Ctx() context: Context) {
    return { track: await visibleTrack(context, await replaceTrack(context, input)) };
  }

  @Mutation(() => DeleteTrackPayload, {
    description:
      'Deletes a track of an event that you host; its talks stay, without it. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async deleteTrack(
    @Input(() => DeleteTrackInput) { trackId }: InstanceType<typeof DeleteTrackInput>,
    @Ctx() context: Context,
  ) {
    return { event: await visibleEvent(context, await deleteTrack(context, trackId)) };
  }
}
