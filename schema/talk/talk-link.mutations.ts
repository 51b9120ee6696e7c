import { Ctx, Mutation, Resolver, Field, ID, InputType } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import {
  addTalkLink,
  deleteTalkLink,
  linkOf,
  replaceTalkLink,
  type TalkAndLink,
} from '../../src/core/talk/talk-links.js';
import { visibleTalk } from '../../src/core/common/visible-records.js';
import { Input, payloadOf } from '../mutation.js';
import { TalkLinkType, TalkType, TalkLinkKindEnum } from './talk.type.js';

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
class AddTalkLinkInput extends LinkFieldsInput {}

@InputType('ReplaceTalkLinkInput', { description: 'Input of `replaceTalkLink`.' })
class ReplaceTalkLinkInput extends LinkFieldsInput {
  @Field(() => ID, { description: 'ID of the link to replace.' })
  linkId!: string;
}

@InputType('DeleteTalkLinkInput', { description: 'Input of `deleteTalkLink`.' })
class DeleteTalkLinkInput {
  @Field(() => ID, { description: 'ID of the talk.' })
  talkId!: string;

  @Field(() => ID, { description: 'ID of the link to remove.' })
  linkId!: string;
}

const talk = { type: () => TalkType, description: 'The talk, with its updated links.' };
const link = { type: () => TalkLinkType, description: 'The added or updated link.' };
const AddTalkLinkPayload = payloadOf('AddTalkLinkPayload', 'Result of `addTalkLink`.', { talk, link });
const ReplaceTalkLinkPayload = payloadOf('ReplaceTalkLinkPayload', 'Result of `replaceTalkLink`.', { talk, link });
const DeleteTalkLinkPayload = payloadOf('DeleteTalkLinkPayload', 'Result of `deleteTalkLink`.', { talk });

const linked = async (context: Context, which: TalkAndLink) => ({
  talk: await visibleTalk(context, which.talkId),
  link: await linkOf(context, which),
});

@Resolver()
export class TalkLinkMutations {
  @Mutation(() => AddTalkLinkPayload, {
    description:
      'Adds a link to a talk. Requires a host of the event or a speaker of the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async addTalkLink(@Input(() => AddTalkLinkInput) input: AddTalkLinkInput, @Ctx() context: Context) {
    return linked(context, await addTalkLink(context, input));
  }

  @Mutation(() => ReplaceTalkLinkPayload, {
    description:
      'Replaces a link of a talk. Requires a host of the event or a speaker of the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async replaceTalkLink(@Input(() => ReplaceTalkLinkInput) input: ReplaceTalkLinkInput, @Ctx() context: Context) {
    return linked(context, await replaceTalkLink(context, input));
  }

  @Mutation(() => DeleteTalkLinkPayload, {
    description:
      'Removes a link of a talk. Requires a host of the event or a speaker of the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async deleteTalkLink(@Input(() => DeleteTalkLinkInput) input: DeleteTalkLinkInput, @Ctx() context: Context) {
    return { talk: await visibleTalk(context, await deleteTalkLink(context, input)) };
  }
}
