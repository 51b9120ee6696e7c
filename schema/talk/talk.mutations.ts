import { Ctx, Mutation, Resolver, Info, Field, ID, InputType, Int } from 'type-graphql';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../src/core/context.js';
import { addTalk, deleteTalk, replaceTalk } from '../../src/core/talk/talks.js';
import { visibleEvent, visibleTalk, visibleUser } from '../../src/core/common/visible-records.js';
import { requireViewer } from '../../src/core/rules.js';
import { starTalk, unstarTalk } from '../../src/core/talk/stars.js';
import type { TalkInput } from '../../src/core/talk/talk-fields.js';
import type { TalkKind } from '../../src/database/entities/talk.entity.js';
import { EventType } from '../event/event.type.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { UserType } from '../user/user.type.js';
import { selectsOnlyId } from '../selection.js';
import { TolerantDateTimeScalar } from '../scalars.js';
import { TalkType, TalkTypeEnum } from './talk.type.js';

/** Fields shared by `addTalk` and `replaceTalk`. */
@InputType()
abstract class TalkFieldsInput implements TalkInput {
  @Field(() => String, { description: 'The title of the talk: 1 to 255 characters.' })
  title!: string;

  @Field(() => String, { description: 'The abstract of the talk.' })
  description!: string;

  @Field(() => TolerantDateTimeScalar, {
    description: 'Start of the talk: not before the start of the event, and less than 24 hours after its end.',
  })
  startDate!: string;

  @Field(() => TalkTypeEnum, { nullable: true, description: 'Session type; `TALK` if omitted or null.' })
  type?: TalkKind | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of a language as in `languages`, case-insensitive; `English - UK` if omitted or null.',
  })
  language?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Complete list of speaker names, at most 100. When replacing a talk, speakers not listed are removed; if omitted, the speakers are unchanged.',
  })
  speakers?: string[] | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Duration, 0 to 44640 minutes. When replacing a talk, it is unchanged if omitted; null is 0.',
  })
  durationMinutes?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'URL of the slides, `http` or `https`; `http://` is prepended if it begins with `www.`. When replacing a talk, it is unchanged if omitted; null or empty removes it.',
  })
  slidesUrl?: string | null;
}

@InputType('AddTalkInput', { description: 'Input of `addTalk`.' })
class AddTalkInput extends TalkFieldsInput {
  @Field(() => ID, { description: 'ID of the event.' })
  eventId!: string;
}

@InputType('ReplaceTalkInput', { description: 'Input of `replaceTalk`.' })
class ReplaceTalkInput extends TalkFieldsInput {
  @Field(() => ID, { description: 'ID of the talk to replace.' })
  talkId!: string;
}

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

const StarTalkInput = idInput('StarTalkInput', 'talkId', 'ID of the talk to star.');
const UnstarTalkInput = idInput('UnstarTalkInput', 'talkId', 'ID of the talk to unstar.');

const talk = { type: () => TalkType, description: 'The talk, with its updated star count.' };
const StarTalkPayload = payloadOf('StarTalkPayload', 'Result of `starTalk`.', { talk });
const UnstarTalkPayload = payloadOf('UnstarTalkPayload', 'Result of `unstarTalk`.', { talk });

@Resolver()
export class TalkStarsMutations {
  @Mutation(() => StarTalkPayload, {
    description: 'Stars a talk for the viewer. Idempotent. Errors: UNAUTHENTICATED, NOT_FOUND.',
  })
  async starTalk(
    @Input(() => StarTalkInput) { talkId }: InstanceType<typeof StarTalkInput>,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const id = await starTalk(context, talkId);
    return { talk: selectsOnlyId(info, 'talk') ? { id } : await visibleTalk(context, id) };
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
    return { talk: selectsOnlyId(info, 'talk') ? { id } : await visibleTalk(context, id) };
  }
}
