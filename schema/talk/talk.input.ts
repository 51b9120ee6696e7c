import { Field, ID, InputType, Int } from 'type-graphql';
import type { TalkInput } from '../../src/domain/talk/talk-fields.js';
import type { TalkKind } from '../../src/entities/talk-type.entity.js';
import { TolerantDateTimeScalar } from '../scalars.js';
import { TalkTypeEnum } from './talk.type.js';

/** What a talk is described by, once and again. */
@InputType()
abstract class TalkFieldsInput implements TalkInput {
  @Field(() => String, { description: 'What it is called: 1 to 255 characters.' })
  title!: string;

  @Field(() => String, { description: 'The abstract.' })
  description!: string;

  @Field(() => TolerantDateTimeScalar, {
    description: 'When it begins: not before the event does, and less than 24 hours after the event ends.',
  })
  startDate!: string;

  @Field(() => TalkTypeEnum, { nullable: true, description: 'What kind of session it is; `TALK` unless you say.' })
  type?: TalkKind | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of a language, in any case, as `languages` tells it; `English - UK` unless you say.',
  })
  language?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'The names of all who give it, 100 at most. Replacing, a speaker who is not named is removed; without the list they all stay.',
  })
  speakers?: string[] | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How long it lasts, 0 to 44640 minutes. Replacing, it stays as it was unless you say.',
  })
  durationMinutes?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The address of the slides, `http` or `https`; an empty one removes them. Replacing, they stay unless you say.',
  })
  slidesUrl?: string | null;
}

@InputType('AddTalkInput', { description: 'A new talk.' })
export class AddTalkInput extends TalkFieldsInput {
  @Field(() => ID, { description: 'The event at which it is given.' })
  eventId!: string;
}

@InputType('ReplaceTalkInput', { description: 'A talk, described anew.' })
export class ReplaceTalkInput extends TalkFieldsInput {
  @Field(() => ID, { description: 'The talk to replace.' })
  talkId!: string;
}
