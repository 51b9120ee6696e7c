import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar, TimeZoneScalar, UrlScalar } from '../scalars.js';
import { RatingsType } from '../ratings.js';

export enum EventStatusEnum {
  PENDING = 'PENDING',
  APPROVED = 'APPROVED',
  REJECTED = 'REJECTED',
}
registerEnumType(EventStatusEnum, {
  name: 'EventStatus',
  description: 'Where a submitted event stands.',
  valuesConfig: {
    PENDING: { description: 'Submitted, and waiting for a site administrator.' },
    APPROVED: { description: 'Listed, unless it is private.' },
    REJECTED: { description: 'Turned down; `rejectionReason` may say why.' },
  },
});

export enum EventImageKindEnum {
  ORIGINAL = 'ORIGINAL',
  SMALL = 'SMALL',
}
registerEnumType(EventImageKindEnum, {
  name: 'EventImageKind',
  description: 'The forms in which the image of an event is kept.',
  valuesConfig: {
    ORIGINAL: { description: 'As large as it was given: 140 to 1440 pixels square.' },
    SMALL: { description: '140 pixels square; imported events may have other sizes.' },
  },
});

@ObjectType('EventImage', { simpleResolvers: true, description: 'One form of the image of an event.' })
export class EventImageType {
  @Field(() => EventImageKindEnum, { description: 'Which form this is.' })
  kind!: EventImageKindEnum;

  @Field(() => UrlScalar, { description: 'Where the file is.' })
  url!: string;

  @Field(() => Int, { description: 'In pixels.' })
  width!: number;

  @Field(() => Int, { description: 'In pixels.' })
  height!: number;
}

@ObjectType('Event', {
  simpleResolvers: true,
  description: 'A conference or a similar gathering: what people attend, give talks at and comment on.',
})
export class EventType {
  @Field(() => ID, { description: 'The number in the address of the record: `/v2.1/events/{id}`.' })
  id!: string;

  @Field(() => String, { description: 'What the event is called.' })
  name!: string;

  @Field(() => String, { description: 'The name as part of an address: unique, and permanent.' })
  slug!: string;

  @Field(() => String, { description: 'What the event is about.' })
  description!: string;

  @Field(() => String, { description: 'Venue, city, or the word `online`.' })
  location!: string;

  @Field(() => DateTimeScalar, { description: 'When it begins, in its own zone.' })
  startDate!: string;

  @Field(() => DateTimeScalar, { description: 'When it ends, in its own zone.' })
  endDate!: string;

  @Field(() => TimeZoneScalar, { description: 'The zone in which its dates are told.' })
  timeZone!: string;

  @Field(() => String, { nullable: true, description: 'A short unique name for quick links; null when there is none.' })
  stub!: string | null;

  @Field(() => UrlScalar, { nullable: true, description: "The event's own website; null when there is none." })
  websiteUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    deprecationReason: 'Use `images`; kept for the v2.1 API until 2028-12-31.',
    description: 'The file name of the small image; null when there is none.',
  })
  icon!: string | null;

  @Field(() => String, { nullable: true, description: 'What to tag posts with, as `#…`; null when there is none.' })
  hashtag!: string | null;

  @Field(() => Float, { nullable: true, description: 'Degrees north; null when the place is not known.' })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Degrees east; null when the place is not known.' })
  longitude!: number | null;

  @Field(() => String, { nullable: true, description: 'Who submitted the event; null when nobody knows.' })
  contactName!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the call for papers opens; null when that is not said.',
  })
  cfpStartDate!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the call for papers closes; null when there is none.',
  })
  cfpEndDate!: string | null;

  @Field(() => UrlScalar, { nullable: true, description: 'Where the call for papers is; null when there is none.' })
  cfpUrl!: string | null;

  @Field(() => EventStatusEnum, { description: 'Whether it has been approved.' })
  status!: EventStatusEnum;

  @Field(() => Boolean, { description: 'Whether only its hosts and site administrators see it.' })
  isPrivate!: boolean;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When a site administrator decided about it, in UTC; null while it waits, and when it needed no decision.',
  })
  reviewDate!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it was rejected; null when it was not, or nobody said.' })
  rejectionReason!: string | null;

  @Field(() => [String], { description: 'Lower-case words, in the order in which they were given.' })
  tags!: string[];

  @Field(() => [EventImageType], { description: 'The forms of its image; empty when it has none.' })
  images!: EventImageType[];

  @Field(() => Int, { description: 'How many people said that they attend.' })
  attendeeCount!: number;

  @Field(() => Int, { description: 'How many visible comments it has itself; those on its talks not included.' })
  commentCount!: number;

  @Field(() => Int, { description: 'How many visible comments its talks have together.' })
  talkCommentCount!: number;

  @Field(() => Int, { description: 'How many tracks it has.' })
  trackCount!: number;

  @Field(() => Int, { description: 'How many talks it has, on tracks or not.' })
  talkCount!: number;

  @Field(() => RatingsType, { description: 'What registered users who are not its hosts gave it.' })
  ratings!: RatingsType;

  @Field(() => Boolean, {
    description: 'Whether comments are open: from the day (UTC) on which it starts until 90 days after its start.',
  })
  commentsOpen!: boolean;
}
