import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { addTalk, deleteTalk, replaceTalk } from '../../src/core/talk/talks.js';
import { visibleEvent, visibleTalk, visibleUser } from '../../src/core/common/visible.js';
import { requireViewer } from '../../src/core/rules.js';
import { EventType } from '../event/event.type.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { UserType } from '../user/user.type.js';
import { AddTalkInput, ReplaceTalkInput } from './talk.input.js';
import { TalkType } from './talk.type.js';

const DeleteTalkInput = idInput('DeleteTalkInput', 'talkId', 'ID of the talk to delete.');

const AddTalkPayload = payloadOf('AddTalkPayload', 'Result of `addTalk`.', {
  talk: { type: () => TalkType, description: 'The new talk.' },
  viewer: { type: () => UserType, description: 'The viewer, who added the talk.' },
});
const ReplaceTalkPayload = payloadOf('ReplaceTalkPayload', 'Result of `replaceTalk`.', {
  talk: { type: () => TalkType, description: 'The updated talk.' },
});
const DeleteTalkPayload = payloadOf('DeleteTalkPayload', 'Result of `deleteTalk`.', {
  event: { type: () => EventType, description: 'The event to which the talk belonged.' },
});

@Resolver()
export class TalkMutations {
  @Mutation(() => AddTalkPayload, {
    description:
      'Adds a talk to an event. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async addTalk(@Input(() => AddTalkInput) input: AddTalkInput, @Ctx() context: Context) {
    const talk = await visibleTalk(context, await addTalk(context, input));
    return { talk, viewer: await visibleUser(context, requireViewer(context.viewer).id) };
  }

  @Mutation(() => ReplaceTalkPayload, {
    description:
      'Replaces the fields of a talk. Requires a host of the event or a speaker of the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async replaceTalk(@Input(() => ReplaceTalkInput) input: ReplaceTalkInput, @Ctx() context: Context) {
    return { talk: await visibleTalk(context, await replaceTalk(context, input)) };
  }

  @Mutation(() => DeleteTalkPayload, {
    description:
      'Deletes a talk with its comments and all other dependent records. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async deleteTalk(
    @Input(() => DeleteTalkInput) { talkId }: InstanceType<typeof DeleteTalkInput>,
    @Ctx() context: Context,
  ) {
    return { event: await visibleEvent(context, await deleteTalk(context, talkId)) };
  }
}
