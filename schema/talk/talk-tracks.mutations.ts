import { Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { addTalkToTrack, removeTalkFromTrack, type TalkAndTrack } from '../../src/core/talk/talk-tracks.js';
import { visibleTalk, visibleTrack } from '../../src/core/common/visible-records.js';
import { Input, payloadOf } from '../mutation.js';
import { TrackType } from '../track/track.type.js';
import { TalkType } from './talk.type.js';

@InputType()
abstract class TalkAndTrackInput implements TalkAndTrack {
  @Field(() => ID, { description: 'ID of the talk.' })
  talkId!: string;

  @Field(() => ID, { description: 'ID of the track; it must belong to the same event.' })
  trackId!: string;
}

@InputType('AddTalkToTrackInput', { description: 'Input of `addTalkToTrack`.' })
class AddTalkToTrackInput extends TalkAndTrackInput {}

@InputType('RemoveTalkFromTrackInput', { description: 'Input of `removeTalkFromTrack`.' })
class RemoveTalkFromTrackInput extends TalkAndTrackInput {}

const members = {
  talk: { type: () => TalkType, description: 'The talk, with its updated tracks.' },
  track: { type: () => TrackType, description: 'The track, with its updated talk count.' },
};
const AddTalkToTrackPayload = payloadOf('AddTalkToTrackPayload', 'Result of `addTalkToTrack`.', members);
const RemoveTalkFromTrackPayload = payloadOf('RemoveTalkFromTrackPayload', 'Result of `removeTalkFromTrack`.', members);

const both = async (context: Context, { talkId, trackId }: TalkAndTrack) => ({
  talk: await visibleTalk(context, talkId),
  track: await visibleTrack(context, trackId),
});

@Resolver()
export class TalkTracksMutations {
  @Mutation(() => AddTalkToTrackPayload, {
    description:
      'Adds a talk to a track. Idempotent. Requires a host of the event or a speaker of the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async addTalkToTrack(@Input(() => AddTalkToTrackInput) input: AddTalkToTrackInput, @Ctx() context: Context) {
    return both(context, await addTalkToTrack(context, input));
  }

  @Mutation(() => RemoveTalkFromTrackPayload, {
    description:
      'Removes a talk from a track. Idempotent. Requires a host of the event or a speaker of the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async removeTalkFromTrack(
    @Input(() => RemoveTalkFromTrackInput) input: RemoveTalkFromTrackInput,
    @Ctx() context: Context,
  ) {
    return both(context, await removeTalkFromTrack(context, input));
  }
}
