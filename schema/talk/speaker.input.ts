import { Field, ID, InputType } from 'type-graphql';

const TALK = 'ID of the talk.';
const NAME = 'The speaker name, exactly as on the talk.';

@InputType('ClaimSpeakerInput', { description: 'Input of `claimSpeaker`.' })
export class ClaimSpeakerInput {
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
export class RejectSpeakerClaimInput {
  @Field(() => ID, { description: TALK })
  talkId!: string;

  @Field(() => String, { description: NAME })
  speakerName!: string;

  @Field(() => String, { description: 'Username of the account in the claim.' })
  username!: string;
}

@InputType('UnlinkSpeakerInput', { description: 'Input of `unlinkSpeaker`.' })
export class UnlinkSpeakerInput {
  @Field(() => ID, { description: TALK })
  talkId!: string;

  @Field(() => ID, { description: 'ID of the account to unlink.' })
  userId!: string;
}
