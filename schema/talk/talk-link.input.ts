import { Field, ID, InputType } from 'type-graphql';
import { TalkLinkKindEnum } from './talk.type.js';

@InputType()
abstract class LinkFieldsInput {
  @Field(() => ID, { description: 'The talk whose link it is.' })
  talkId!: string;

  @Field(() => TalkLinkKindEnum, { description: 'What it leads to.' })
  kind!: keyof typeof TalkLinkKindEnum;

  @Field(() => String, { description: 'The address, `http` or `https`; at most 2000 characters.' })
  url!: string;
}

@InputType('AddTalkLinkInput', { description: 'A new link of a talk.' })
export class AddTalkLinkInput extends LinkFieldsInput {}

@InputType('ReplaceTalkLinkInput', { description: 'A link of a talk, as it is to be.' })
export class ReplaceTalkLinkInput extends LinkFieldsInput {
  @Field(() => ID, { description: 'The link to replace.' })
  linkId!: string;
}

@InputType('DeleteTalkLinkInput', { description: 'Which link to remove.' })
export class DeleteTalkLinkInput {
  @Field(() => ID, { description: 'The talk whose link it is.' })
  talkId!: string;

  @Field(() => ID, { description: 'The link to remove.' })
  linkId!: string;
}
