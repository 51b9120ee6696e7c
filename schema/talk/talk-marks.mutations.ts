import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, Info, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { starTalk, unstarTalk } from '../../src/domain/marks.js';
import { visibleTalk } from '../../src/domain/visible.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { asksForIdAlone } from '../selection.js';
import { TalkType } from './talk.type.js';

const StarTalkInput = idInput('StarTalkInput', 'talkId', 'The talk to star.');
const UnstarTalkInput = idInput('UnstarTalkInput', 'talkId', 'The talk whose star to take away.');

const talk = { type: () => TalkType, description: 'The talk, with its new number of stars.' };
const StarTalkPayload = payloadOf('StarTalkPayload', 'What starring a talk changed.', { talk });
const UnstarTalkPayload = payloadOf('UnstarTalkPayload', 'What taking a star away changed.', { talk });

@Resolver()
export class TalkMarksMutations {
  @Mutation(() => StarTalkPayload, {
    description: 'Stars a talk for you. Starring it again changes nothing. UNAUTHENTICATED, NOT_FOUND.',
  })
  async starTalk(
    @Input(() => StarTalkInput) { talkId }: InstanceType<typeof StarTalkInput>,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const id = await starTalk(context, talkId);
    return { talk: asksForIdAlone(info, 'talk') ? { id } : await visibleTalk(context, id) };
  }

  @Mutation(() => UnstarTalkPayload, {
    description: 'Takes your star away; nothing happens where there is none. UNAUTHENTICATED, NOT_FOUND.',
  })
  async unstarTalk(
    @Input(() => UnstarTalkInput) { talkId }: InstanceType<typeof UnstarTalkInput>,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const id = await unstarTalk(context, talkId);
    return { talk: asksForIdAlone(info, 'talk') ? { id } : await visibleTalk(context, id) };
  }
}
