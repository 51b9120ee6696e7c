import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { RatingsType } from '../ratings.js';
import { DateTimeScalar, UrlScalar } from '../scalars.js';
import { connectionOf } from '../paging.js';

export enum TalkTypeEnum {
  TALK = 'TALK',
  SOCIAL_EVENT = 'SOCIAL_EVENT',
  KEYNOTE = 'KEYNOTE',
  WORKSHOP = 'WORKSHOP',
  EVENT_RELATED = 'EVENT_RELATED',
}
registerEnumType(TalkTypeEnum, {
  name: 'TalkType',
  description: 'Session type of a talk.',
  valuesConfig: {
    TALK: { description: 'A presentation by one or more speakers.' },
    SOCIAL_EVENT: { description: 'A social event alongside the programme.' },
    KEYNOTE: { description: 'A plenary session for all attendees.' },
    WORKSHOP: { description: 'A hands-on session for participants.' },
    EVENT_RELATED: { description: 'Opening, closing, breaks and other organisational items.' },
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
  description: 'Kind of the target of a talk link.',
  valuesConfig: {
    SLIDES: { description: 'Slides.' },
    VIDEO: { description: 'A video recording.' },
    AUDIO: { description: 'An audio recording.' },
    CODE: { description: 'Source code.' },
    EVENT_SITE: { description: 'A page about the talk on another feedback site.' },
  },
});

@ObjectType('TalkLink', { simpleResolvers: true, description: 'A link to slides, a recording or code of a talk.' })
export class TalkLinkType {
  @Field(() => ID, { description: 'Numeric ID of the link.' })
  id!: string;

  @Field(() => TalkLinkKindEnum, { description: 'Kind of the link target.' })
  kind!: TalkLinkKindEnum;

  @Field(() => UrlScalar, { description: 'URL of the link.' })
  url!: string;
}

@ObjectType('Talk', {
  simpleResolvers: true,
  description: 'A session of an event, such as a talk, keynote, workshop or social event.',
})
export class TalkType {
  @Field(() => ID, { description: 'Numeric ID of the talk, as in `/v2.1/talks/{id}`.' })
  id!: string;

  @Field(() => ID, { description: 'ID of the event to which the talk belongs.' })
  eventId!: string;

  @Field(() => String, { description: 'Title of the talk.' })
  title!: string;

  @Field(() => String, { description: 'URL-friendly form of the title, unique within the event.' })
  slug!: string;

  @Field(() => String, { description: 'Abstract of the talk.' })
  description!: string;

  @Field(() => TalkTypeEnum, { description: 'Session type.' })
  type!: TalkTypeEnum;

  @Field(() => DateTimeScalar, { description: 'Start of the talk, in the time zone of the event.' })
  startDate!: string;

  @Field(() => Int, { description: 'Duration in minutes; 0 if unknown.' })
  durationMinutes!: number;

  @Field(() => String, { description: 'Short name for short links, unique among all talks.' })
  stub!: string;

  @Field(() => Int, { description: 'Number of visible comments.' })
  commentCount!: number;

  @Field(() => Int, { description: 'Number of users who starred the talk.' })
  starCount!: number;

  @Field(() => RatingsType, { description: 'Ratings of the talk by registered users other than its speakers.' })
  ratings!: RatingsType;

  @Field(() => Boolean, {
    description: 'Whether comments are open: from the UTC day on which the talk starts until 90 days after its start.',
  })
  commentsOpen!: boolean;
}

export const { Connection: TalkConnection, ConnectionResolver: TalkConnectionResolver } = connectionOf(
  () => TalkType,
  'Talk',
);
