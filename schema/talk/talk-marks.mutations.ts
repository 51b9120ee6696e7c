import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, Info, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { starTalk, unstarTalk } from '../../src/core/talk/marks.js';
import { visibleTalk } from '../../src/core/common/visible.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { asksForIdAlone } from '../selection.js';
import { TalkType } from './talk.type.js';

const StarTalkInput = idInput('StarTalkInput', 'talkId', 'ID of the talk to star.');
const UnstarTalkInput = idInput('UnstarTalkInput', 'talkId', 'ID of the talk to unstar.');

const talk = { type: () => TalkType, description: 'The talk, with its updated star count.' };
const StarTalkPayload = payloadOf('StarTalkPayload', 'Result of `starTalk`.', { talk });
const UnstarTalkPayload = payloadOf('UnstarTalkPayload', 'Result of `unstarTalk`.', { talk });

@Resolver()
export class TalkMarksMutations {
  @Mutation(() => StarTalkPayload, {
    description: 'Stars a talk for the viewer. Idempotent. Errors: UNAUTHENTICATED, NOT_FOUND.',
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
    description: 'Removes the star of the viewer from a talk. Idempotent. Errors: UNAUTHENTICATED, NOT_FOUND.',
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
