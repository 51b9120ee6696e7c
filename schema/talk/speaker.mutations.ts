import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { claimSpeaker } from '../../src/domain/claim/claim-speaker.js';
import { rejectSpeakerClaim, unlinkSpeaker } from '../../src/domain/claim/unclaim-speaker.js';
import { Input, payloadOf } from '../mutation.js';
import { ClaimSpeakerInput, RejectSpeakerClaimInput, UnlinkSpeakerInput } from './speaker.input.js';
import { TalkType } from './talk.type.js';

const talk = { type: () => TalkType, description: 'The talk, with its speakers.' };
const ClaimSpeakerPayload = payloadOf('ClaimSpeakerPayload', 'What a claim changed.', {
  talk,
  isLinked: {
    type: () => Boolean,
    description: 'Whether the name belongs to the account now; else the other side has yet to confirm it.',
  },
});
const RejectSpeakerClaimPayload = payloadOf('RejectSpeakerClaimPayload', 'What rejecting a claim changed.', { talk });
const UnlinkSpeakerPayload = payloadOf('UnlinkSpeakerPayload', 'What unlinking a speaker changed.', { talk });

@Resolver()
export class SpeakerMutations {
  @Mutation(() => ClaimSpeakerPayload, {
    description:
      'Links a name on a talk to an account, when both sides say so: the speaker and a host. The first one makes a claim, of which the other is told by mail; the other confirms it with the same input. UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, CONFLICT, FORBIDDEN.',
  })
  async claimSpeaker(@Input(() => ClaimSpeakerInput) input: ClaimSpeakerInput, @Ctx() context: Context) {
    const { talkId, isLinked } = await claimSpeaker(context, input);
    return { talk: await context.reads.load('talk', talkId), isLinked };
  }

  @Mutation(() => RejectSpeakerClaimPayload, {
    description:
      'Rejects a claim that waits to be confirmed: for the hosts of the event. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID, CONFLICT.',
  })
  async rejectSpeakerClaim(
    @Input(() => RejectSpeakerClaimInput) input: RejectSpeakerClaimInput,
    @Ctx() context: Context,
  ) {
    return { talk: await context.reads.load('talk', await rejectSpeakerClaim(context, input)) };
  }

  @Mutation(() => UnlinkSpeakerPayload, {
    description:
      'Takes an account off a talk, where the name stays: for the hosts of the event and the speakers of the talk. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async unlinkSpeaker(@Input(() => UnlinkSpeakerInput) input: UnlinkSpeakerInput, @Ctx() context: Context) {
    return { talk: await context.reads.load('talk', await unlinkSpeaker(context, input)) };
  }
}
