import { Ctx, Mutation, Resolver, Field, ID, InputType } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { claimSpeaker } from '../../src/core/talk/claim-speaker.js';
import { rejectSpeakerClaim, unlinkSpeaker } from '../../src/core/talk/unclaim-speaker.js';
import { Input, payloadOf } from '../mutation.js';
import { TalkType } from './talk.type.js';

const TALK = 'ID of the talk.';
const NAME = 'The speaker name, exactly as on the talk.';

@InputType('ClaimSpeakerInput', { description: 'Input of `claimSpeaker`.' })
class ClaimSpeakerInput {
  @Field(() => ID, { description: TALK })
  talkId!: string;

  @Field(() => String, { description: NAME })
  speakerName!: string;

  @Field(() => String, {
    description: 'Username of the account to link: that of the viewer, or that of the speaker if a host assigns it.',
  })
  username!: string;
}

@InputType('RejectSpeakerClaimInput', { description: 'Input of `rejectSpeakerClaim`.' })
class RejectSpeakerClaimInput {
  @Field(() => ID, { description: TALK })
  talkId!: string;

  @Field(() => String, { description: NAME })
  speakerName!: string;

  @Field(() => String, { description: 'Username of the account in the claim.' })
  username!: string;
}

@InputType('UnlinkSpeakerInput', { description: 'Input of `unlinkSpeaker`.' })
class UnlinkSpeakerInput {
  @Field(() => ID, { description: TALK })
  talkId!: string;

  @Field(() => ID, { description: 'ID of the account to unlink.' })
  userId!: string;
}

const talk = { type: () => TalkType, description: 'The talk, with its updated speakers.' };
const ClaimSpeakerPayload = payloadOf('ClaimSpeakerPayload', 'Result of `claimSpeaker`.', {
  talk,
  isLinked: {
    type: () => Boolean,
    description:
      'Whether the speaker is now linked to the account; false if the other side has yet to confirm the claim.',
  },
});
const RejectSpeakerClaimPayload = payloadOf('RejectSpeakerClaimPayload', 'Result of `rejectSpeakerClaim`.', { talk });
const UnlinkSpeakerPayload = payloadOf('UnlinkSpeakerPayload', 'Result of `unlinkSpeaker`.', { talk });

@Resolver()
export class SpeakerMutations {
  @Mutation(() => ClaimSpeakerPayload, {
    description:
      'Links a speaker name on a talk to an account once both sides agree: the speaker and a host of the event. The first call creates a claim and notifies the other side by mail; the other side confirms it with the same input. Errors: UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, CONFLICT, FORBIDDEN.',
  })
  async claimSpeaker(@Input(() => ClaimSpeakerInput) input: ClaimSpeakerInput, @Ctx() context: Context) {
    const { talkId, isLinked } = await claimSpeaker(context, input);
    return { talk: await context.reads.load('talk', talkId), isLinked };
  }

  @Mutation(() => RejectSpeakerClaimPayload, {
    description:
      'Rejects a pending speaker claim. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID, CONFLICT.',
  })
  async rejectSpeakerClaim(
    @Input(() => RejectSpeakerClaimInput) input: RejectSpeakerClaimInput,
    @Ctx() context: Context,
  ) {
    return { talk: await context.reads.load('talk', await rejectSpeakerClaim(context, input)) };
  }

  @Mutation(() => UnlinkSpeakerPayload, {
    description:
      'Unlinks an account from a talk; the speaker name remains. Requires a host of the event or a speaker of the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async unlinkSpeaker(@Input(() => UnlinkSpeakerInput) input: UnlinkSpeakerInput, @Ctx() context: Context) {
    return { talk: await context.reads.load('talk', await unlinkSpeaker(context, input)) };
  }
}
