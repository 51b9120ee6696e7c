import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar, TimeZoneScalar, UrlScalar } from '../scalars.js';
import { RatingsType } from '../ratings.js';
import { connectionOf } from '../paging.js';

export enum EventStatusEnum {
  PENDING = 'PENDING',
  APPROVED = 'APPROVED',
  REJECTED = 'REJECTED',
}
registerEnumType(EventStatusEnum, {
  name: 'EventStatus',
  description: 'Review status of a submitted event.',
  valuesConfig: {
    PENDING: { description: 'Pending approval by a site administrator.' },
    APPROVED: { description: 'Approved. The event is listed unless it is private.' },
    REJECTED: { description: 'Rejected. `rejectionReason` may contain the reason.' },
  },
});

export enum EventImageKindEnum {
  ORIGINAL = 'ORIGINAL',
  SMALL = 'SMALL',
}
registerEnumType(EventImageKindEnum, {
  name: 'EventImageKind',
  description: 'Sizes in which the image of an event is stored.',
  valuesConfig: {
    ORIGINAL: { description: 'The uploaded size: square, 140 to 1440 pixels per side.' },
    SMALL: { description: '140 by 140 pixels. Images of imported events may have other sizes.' },
  },
});

@ObjectType('EventImage', { simpleResolvers: true, description: 'An image of an event in one size.' })
export class EventImageType {
  @Field(() => EventImageKindEnum, { description: 'Stored size of the image.' })
  kind!: EventImageKindEnum;

  @Field(() => UrlScalar, { description: 'URL of the image file.' })
  url!: string;

  @Field(() => Int, { description: 'Width in pixels.' })
  width!: number;

  @Field(() => Int, { description: 'Height in pixels.' })
  height!: number;
}

@ObjectType('Event', {
  simpleResolvers: true,
  description: 'A conference or similar gathering with talks, attendees and comments.',
})
export class EventType {
  @Field(() => ID, { description: 'Numeric ID of the event, as in `/v2.1/events/{id}`.' })
  id!: string;

  @Field(() => String, { description: 'Name of the event.' })
  name!: string;

  @Field(() => String, {
    description: 'URL-friendly form of the name. Unique among public events and permanent once the event is public.',
  })
  slug!: string;

  @Field(() => String, { description: 'Description of the event.' })
  description!: string;

  @Field(() => String, { description: 'Venue or city, or the word `online`.' })
  location!: string;

  @Field(() => DateTimeScalar, { description: 'Start of the event, in its time zone.' })
  startDate!: string;

  @Field(() => DateTimeScalar, { description: 'End of the event, in its time zone.' })
  endDate!: string;

  @Field(() => TimeZoneScalar, { description: 'Time zone of the event, in which its dates are returned.' })
  timeZone!: string;

  @Field(() => String, { nullable: true, description: 'Short unique name for short links; null if there is none.' })
  stub!: string | null;

  @Field(() => UrlScalar, { nullable: true, description: "URL of the event's website; null if there is none." })
  websiteUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    deprecationReason: 'Use `images`. Retained for the v2.1 API until 2028-12-31.',
    description: 'File name of the small image; null if there is none.',
  })
  icon!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Hashtag for posts about the event, such as `#…`; null if there is none.',
  })
  hashtag!: string | null;

  @Field(() => Float, { nullable: true, description: 'Latitude in degrees north; null if unknown.' })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Longitude in degrees east; null if unknown.' })
  longitude!: number | null;

  @Field(() => String, { nullable: true, description: 'Name of the submitter of the event; null if unknown.' })
  contactName!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Opening time of the call for papers; null if not specified.',
  })
  cfpStartDate!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Closing time of the call for papers; null if there is none.',
  })
  cfpEndDate!: string | null;

  @Field(() => UrlScalar, { nullable: true, description: 'URL of the call for papers; null if there is none.' })
  cfpUrl!: string | null;

  @Field(() => EventStatusEnum, { description: 'Review status of the event.' })
  status!: EventStatusEnum;

  @Field(() => Boolean, { description: 'Whether the event is visible only to its hosts and site administrators.' })
  isPrivate!: boolean;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Time when a site administrator approved or rejected the event, in UTC; for imported events, the time of the import. Null while the event is pending, and if it was approved at submission.',
  })
  reviewDate!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Reason for the rejection; null if the event was not rejected or no reason was given.',
  })
  rejectionReason!: string | null;

  @Field(() => [String], { description: 'Tags of the event in lower case, in the order of submission.' })
  tags!: string[];

  @Field(() => [EventImageType], { description: 'The image of the event in each stored size; empty if it has none.' })
  images!: EventImageType[];

  @Field(() => Int, { description: 'Number of users who attend the event.' })
  attendeeCount!: number;

  @Field(() => Int, { description: 'Number of visible comments on the event itself, excluding comments on its talks.' })
  commentCount!: number;

  @Field(() => Int, { description: 'Number of visible comments on all talks of the event.' })
  talkCommentCount!: number;

  @Field(() => Int, { description: 'Number of tracks of the event.' })
  trackCount!: number;

  @Field(() => Int, { description: 'Number of talks of the event, including talks without a track.' })
  talkCount!: number;

  @Field(() => RatingsType, { description: 'Ratings of the event by registered users other than its hosts.' })
  ratings!: RatingsType;

  @Field(() => Boolean, {
    description: 'Whether comments are open: from the UTC day on which the event starts until 90 days after its start.',
  })
  commentsOpen!: boolean;
}

export const { Connection: EventConnection, ConnectionResolver: EventConnectionResolver } = connectionOf(
  () => EventType,
  'Event',
);
