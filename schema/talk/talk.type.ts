import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { RatingsType } from '../ratings.js';
import { DateTimeScalar, UrlScalar } from '../scalars.js';

export enum TalkTypeEnum {
  TALK = 'TALK',
  SOCIAL_EVENT = 'SOCIAL_EVENT',
  KEYNOTE = 'KEYNOTE',
  WORKSHOP = 'WORKSHOP',
  EVENT_RELATED = 'EVENT_RELATED',
}
registerEnumType(TalkTypeEnum, {
  name: 'TalkType',
  description: 'What kind of session a talk is.',
  valuesConfig: {
    TALK: { description: 'One or more speakers present a subject.' },
    SOCIAL_EVENT: { description: 'A gathering beside the programme.' },
    KEYNOTE: { description: 'A session for everybody at the event.' },
    WORKSHOP: { description: 'The participants work themselves.' },
    EVENT_RELATED: { description: 'Opening, closing, breaks and other parts of the event itself.' },
  },
});

export enum TalkLinkKindEnum {
  SLIDES = 'SLIDES',
  VIDEO = 'VIDEO',
  AUDIO = 'AUDIO',
  CODE = 'CODE',
  EVENT_SITE = 'EVENT_SITE',
}
registerEnumType(TalkLinkKindEnum, {
  name: 'TalkLinkKind',
  description: 'What a link of a talk leads to.',
  valuesConfig: {
    SLIDES: { description: 'The slides.' },
    VIDEO: { description: 'A recording with pictures.' },
    AUDIO: { description: 'A recording of the sound.' },
    CODE: { description: 'Source code.' },
    EVENT_SITE: { description: 'A page about the talk on another feedback site.' },
  },
});

@ObjectType('TalkLink', { simpleResolvers: true, description: "Where a talk's slides, recording or code are." })
export class TalkLinkType {
  @Field(() => ID, { description: 'The number in the address of the link.' })
  id!: string;

  @Field(() => TalkLinkKindEnum, { description: 'What it leads to.' })
  kind!: TalkLinkKindEnum;

  @Field(() => UrlScalar, { description: 'The address.' })
  url!: string;
}

@ObjectType('Talk', {
  simpleResolvers: true,
  description: 'Any session of an event: a talk, a keynote, a workshop, a social event.',
})
export class TalkType {
  @Field(() => ID, { description: 'The number in the address of the record: `/v2.1/talks/{id}`.' })
  id!: string;

  @Field(() => ID, { description: 'The number of the event at which it is given.' })
  eventId!: string;

  @Field(() => String, { description: 'What it is called.' })
  title!: string;

  @Field(() => String, { description: 'The title as part of an address: unique within the event.' })
  slug!: string;

  @Field(() => String, { description: 'The abstract.' })
  description!: string;

  @Field(() => TalkTypeEnum, { description: 'What kind of session it is.' })
  type!: TalkTypeEnum;

  @Field(() => DateTimeScalar, { description: 'When it begins, in the zone of the event.' })
  startDate!: string;

  @Field(() => Int, { description: 'How long it lasts, in minutes; 0 when nobody said.' })
  durationMinutes!: number;

  @Field(() => String, { description: 'A short name, unique over all talks, for quick links.' })
  stub!: string;

  @Field(() => Int, { description: 'How many visible comments it has.' })
  commentCount!: number;

  @Field(() => Int, { description: 'How many people starred it.' })
  starCount!: number;

  @Field(() => RatingsType, { description: 'What registered users who are not its speakers gave it.' })
  ratings!: RatingsType;

  @Field(() => Boolean, {
    description: 'Whether comments are open: from the day (UTC) on which it starts until 90 days after its start.',
  })
  commentsOpen!: boolean;
}
