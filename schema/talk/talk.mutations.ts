import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { addTalk, deleteTalk, replaceTalk } from '../../src/domain/talk/talks.js';
import { visibleEvent, visibleTalk, visibleUser } from '../../src/domain/visible.js';
import { requireViewer } from '../../src/rules.js';
import { EventType } from '../event/event.type.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { UserType } from '../user/user.type.js';
import { AddTalkInput, ReplaceTalkInput } from './talk.input.js';
import { TalkType } from './talk.type.js';

const DeleteTalkInput = idInput('DeleteTalkInput', 'talkId', 'The talk to delete.');

const AddTalkPayload = payloadOf('AddTalkPayload', 'What adding a talk changed.', {
  talk: { type: () => TalkType, description: 'The new talk.' },
  viewer: { type: () => UserType, description: 'You, who added it.' },
});
const ReplaceTalkPayload = payloadOf('ReplaceTalkPayload', 'What replacing a talk changed.', {
  talk: { type: () => TalkType, description: 'The talk as it is now.' },
});
const DeleteTalkPayload = payloadOf('DeleteTalkPayload', 'What deleting a talk changed.', {
  event: { type: () => EventType, description: 'The event at which it would have been given.' },
});

@Resolver()
export class TalkMutations {
  @Mutation(() => AddTalkPayload, {
    description: 'Adds a talk to an event that you host. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async addTalk(@Input(() => AddTalkInput) input: AddTalkInput, @Ctx() context: Context) {
    const talk = await visibleTalk(context, await addTalk(context, input));
    return { talk, viewer: await visibleUser(context, requireViewer(context.viewer).id) };
  }

  @Mutation(() => ReplaceTalkPayload, {
    description:
      'Describes a talk anew, at an event that you host or as one of its speakers. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async replaceTalk(@Input(() => ReplaceTalkInput) input: ReplaceTalkInput, @Ctx() context: Context) {
    return { talk: await visibleTalk(context, await replaceTalk(context, input)) };
  }

  @Mutation(() => DeleteTalkPayload, {
    description:
      'Deletes a talk, with its comments and everything else of it, from an event that you host. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async deleteTalk(
    @Input(() => DeleteTalkInput) { talkId }: InstanceType<typeof DeleteTalkInput>,
    @Ctx() context: Context,
  ) {
    return { event: await visibleEvent(context, await deleteTalk(context, talkId)) };
  }
}
