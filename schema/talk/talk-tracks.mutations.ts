import { Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { addTalkToTrack, removeTalkFromTrack, type TalkAndTrack } from '../../src/domain/talk/talk-tracks.js';
import { visibleTalk, visibleTrack } from '../../src/domain/visible.js';
import { Input, payloadOf } from '../mutation.js';
import { TrackType } from '../track/track.type.js';
import { TalkType } from './talk.type.js';

@InputType()
abstract class TalkAndTrackInput implements TalkAndTrack {
  @Field(() => ID, { description: 'The talk.' })
  talkId!: string;

  @Field(() => ID, { description: 'The track, of the same event.' })
  trackId!: string;
}

@InputType('AddTalkToTrackInput', { description: 'Which talk to put on which track.' })
class AddTalkToTrackInput extends TalkAndTrackInput {}

@InputType('RemoveTalkFromTrackInput', { description: 'Which talk to take off which track.' })
class RemoveTalkFromTrackInput extends TalkAndTrackInput {}

const members = {
  talk: { type: () => TalkType, description: 'The talk, with its tracks as they are now.' },
  track: { type: () => TrackType, description: 'The track, with its new number of talks.' },
};
const AddTalkToTrackPayload = payloadOf('AddTalkToTrackPayload', 'What putting a talk on a track changed.', members);
const RemoveTalkFromTrackPayload = payloadOf(
  'RemoveTalkFromTrackPayload',
  'What taking a talk off a track changed.',
  members,
);

const both = async (context: Context, { talkId, trackId }: TalkAndTrack) => ({
  talk: await visibleTalk(context, talkId),
  track: await visibleTrack(context, trackId),
});

@Resolver()
export class TalkTracksMutations {
  @Mutation(() => AddTalkToTrackPayload, {
    description:
      'Puts a talk on a track, at an event that you host or as one of its speakers; doing so again changes nothing. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async addTalkToTrack(@Input(() => AddTalkToTrackInput) input: AddTalkToTrackInput, @Ctx() context: Context) {
    return both(context, await addTalkToTrack(context, input));
  }

  @Mutation(() => RemoveTalkFromTrackPayload, {
    description:
      'Takes a talk off a track; nothing happens where it is not on it. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async removeTalkFromTrack(
    @Input(() => RemoveTalkFromTrackInput) input: RemoveTalkFromTrackInput,
    @Ctx() context: Context,
  ) {
    return both(context, await removeTalkFromTrack(context, input));
  }
}
