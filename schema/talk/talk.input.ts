import { Field, ID, InputType, Int } from 'type-graphql';
import type { TalkInput } from '../../src/core/talk/talk-fields.js';
import type { TalkKind } from '../../src/database/entities/talk-type.entity.js';
import { TolerantDateTimeScalar } from '../scalars.js';
import { TalkTypeEnum } from './talk.type.js';

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
export class AddTalkInput extends TalkFieldsInput {
  @Field(() => ID, { description: 'ID of the event.' })
  eventId!: string;
}

@InputType('ReplaceTalkInput', { description: 'Input of `replaceTalk`.' })
export class ReplaceTalkInput extends TalkFieldsInput {
  @Field(() => ID, { description: 'ID of the talk to replace.' })
  talkId!: string;
}
