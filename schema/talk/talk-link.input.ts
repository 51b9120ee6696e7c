import { Field, ID, InputType } from 'type-graphql';
import { TalkLinkKindEnum } from './talk.type.js';

@InputType()
abstract class LinkFieldsInput {
  @Field(() => ID, { description: 'ID of the talk.' })
  talkId!: string;

  @Field(() => TalkLinkKindEnum, { description: 'Kind of the link target.' })
  kind!: keyof typeof TalkLinkKindEnum;

  @Field(() => String, { description: 'The URL, `http` or `https`; at most 2000 characters.' })
  url!: string;
}

@InputType('AddTalkLinkInput', { description: 'Input of `addTalkLink`.' })
export class AddTalkLinkInput extends LinkFieldsInput {}

@InputType('ReplaceTalkLinkInput', { description: 'Input of `replaceTalkLink`.' })
export class ReplaceTalkLinkInput extends LinkFieldsInput {
  @Field(() => ID, { description: 'ID of the link to replace.' })
  linkId!: string;
}

@InputType('DeleteTalkLinkInput', { description: 'Input of `deleteTalkLink`.' })
export class DeleteTalkLinkInput {
  @Field(() => ID, { description: 'ID of the talk.' })
  talkId!: string;

  @Field(() => ID, { description: 'ID of the link to remove.' })
  linkId!: string;
}
