import { Field, ID, InputType } from 'type-graphql';

const TALK = 'The talk.';
const NAME = 'The name on the talk, exactly as it is written there.';

@InputType('ClaimSpeakerInput', { description: 'Which name on which talk is which account.' })
export class ClaimSpeakerInput {
  @Field(() => ID, { description: TALK })
  talkId!: string;

  @Field(() => String, { description: NAME })
  speakerName!: string;

  @Field(() => String, { description: 'The username of the account: your own, or that of the speaker.' })
  username!: string;
}

@InputType('RejectSpeakerClaimInput', { description: 'Which name on which talk is not which account.' })
export class RejectSpeakerClaimInput {
  @Field(() => ID, { description: TALK })
  talkId!: string;

  @Field(() => String, { description: NAME })
  speakerName!: string;

  @Field(() => String, { description: 'The username of the account that claims the name.' })
  username!: string;
}

@InputType('UnlinkSpeakerInput', { description: 'Which account to take off which talk.' })
export class UnlinkSpeakerInput {
  @Field(() => ID, { description: TALK })
  talkId!: string;

  @Field(() => ID, { description: 'The account.' })
  userId!: string;
}
