import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import {
  addTalkLink,
  deleteTalkLink,
  linkOf,
  replaceTalkLink,
  type TalkAndLink,
} from '../../src/domain/talk/talk-links.js';
import { visibleTalk } from '../../src/domain/visible.js';
import { Input, payloadOf } from '../mutation.js';
import { AddTalkLinkInput, DeleteTalkLinkInput, ReplaceTalkLinkInput } from './talk-link.input.js';
import { TalkLinkType, TalkType } from './talk.type.js';

const talk = { type: () => TalkType, description: 'The talk, with its links as they are now.' };
const link = { type: () => TalkLinkType, description: 'The link.' };
const AddTalkLinkPayload = payloadOf('AddTalkLinkPayload', 'What adding a link changed.', { talk, link });
const ReplaceTalkLinkPayload = payloadOf('ReplaceTalkLinkPayload', 'What replacing a link changed.', { talk, link });
const DeleteTalkLinkPayload = payloadOf('DeleteTalkLinkPayload', 'What removing a link changed.', { talk });

const linked = async (context: Context, which: TalkAndLink) => ({
  talk: await visibleTalk(context, which.talkId),
  link: await linkOf(context, which),
});

@Resolver()
export class TalkLinkMutations {
  @Mutation(() => AddTalkLinkPayload, {
    description:
      'Adds a link to a talk, at an event that you host or as one of its speakers. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async addTalkLink(@Input(() => AddTalkLinkInput) input: AddTalkLinkInput, @Ctx() context: Context) {
    return linked(context, await addTalkLink(context, input));
  }

  @Mutation(() => ReplaceTalkLinkPayload, {
    description: 'Changes a link of a talk. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async replaceTalkLink(@Input(() => ReplaceTalkLinkInput) input: ReplaceTalkLinkInput, @Ctx() context: Context) {
    return linked(context, await replaceTalkLink(context, input));
  }

  @Mutation(() => DeleteTalkLinkPayload, {
    description: 'Removes a link of a talk. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async deleteTalkLink(@Input(() => DeleteTalkLinkInput) input: DeleteTalkLinkInput, @Ctx() context: Context) {
    return { talk: await visibleTalk(context, await deleteTalkLink(context, input)) };
  }
}
