import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { starTalk, unstarTalk } from '../../src/domain/marks.js';
import { visibleTalk } from '../../src/domain/visible.js';
import { idInput, Input, payloadOf } from '../mutation.js';
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
  async starTalk(@Input(() => StarTalkInput) { talkId }: InstanceType<typeof StarTalkInput>, @Ctx() context: Context) {
    return { talk: await visibleTalk(context, await starTalk(context, talkId)) };
  }

  @Mutation(() => UnstarTalkPayload, {
    description: 'Takes your star away; nothing happens where there is none. UNAUTHENTICATED, NOT_FOUND.',
  })
  async unstarTalk(
    @Input(() => UnstarTalkInput) { talkId }: InstanceType<typeof UnstarTalkInput>,
    @Ctx() context: Context,
  ) {
    return { talk: await visibleTalk(context, await unstarTalk(context, talkId)) };
  }
}
