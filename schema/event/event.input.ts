import { Field, Float, ID, InputType } from 'type-graphql';
import type { Upload } from '../../src/core/event/event-images.js';
import { TolerantDateTimeScalar } from '../scalars.js';
import { UploadScalar } from '../uploads.js';

const MAY_BE_LEFT_OUT = 'When replacing an event, omit it to keep the current value or pass null to clear it.';

@InputType({ description: 'Fields of an event.' })
abstract class EventFieldsInput {
  @Field(() => String, { description: 'The name of the event; at most 200 characters.' })
  name!: string;

  @Field(() => String, { description: 'The description of the event; at most 65535 characters.' })
  description!: string;

  @Field(() => String, { description: 'The venue or city, or the word `online`; at most 65535 characters.' })
  location!: string;

  @Field(() => TolerantDateTimeScalar, { description: 'Start of the event.' })
  startDate!: string;

  @Field(() => TolerantDateTimeScalar, { description: 'End of the event; must not precede its start.' })
  endDate!: string;

  @Field(() => String, {
    description:
      'An IANA time zone name, such as `Europe/Amsterdam`. Dates without a UTC offset are parsed in this time zone.',
  })
  timeZone!: string;

  @Field(() => String, {
    nullable: true,
    description: `URL of the event's website, http or https; at most 600 characters. "http://" is prepended if it begins with "www.". ${MAY_BE_LEFT_OUT}`,
  })
  websiteUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `URL of the call for papers, http or https; at most 200 characters. "http://" is prepended if it begins with "www.". ${MAY_BE_LEFT_OUT}`,
  })
  cfpUrl?: string | null;

  @Field(() => TolerantDateTimeScalar, {
    nullable: true,
    description: `Opening time of the call for papers. ${MAY_BE_LEFT_OUT}`,
  })
  cfpStartDate?: string | null;

  @Field(() => TolerantDateTimeScalar, {
    nullable: true,
    description: `Closing time of the call for papers. ${MAY_BE_LEFT_OUT}`,
  })
  cfpEndDate?: string | null;

  @Field(() => Float, { nullable: true, description: `Latitude in degrees north, from -90 to 90. ${MAY_BE_LEFT_OUT}` })
  latitude?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: `Longitude in degrees east, from -180 to 180. ${MAY_BE_LEFT_OUT}`,
  })
  longitude?: number | null;

  @Field(() => [String], {
    nullable: true,
    description: `Tags for search, stored in lower case: at most 50, each of at most 200 characters. ${MAY_BE_LEFT_OUT}`,
  })
  tags?: string[] | null;
}

@InputType('SubmitEventInput', { description: 'Input of `submitEvent`.' })
export class SubmitEventInput extends EventFieldsInput {}

@InputType('ReplaceEventInput', { description: 'Input of `replaceEvent`.' })
export class ReplaceEventInput extends EventFieldsInput {
  @Field(() => ID, { description: 'ID of the event to replace.' })
  eventId!: string;
}

@InputType('RejectEventInput', { description: 'Input of `rejectEvent`.' })
export class RejectEventInput {
  @Field(() => ID, { description: 'ID of the event to reject.' })
  eventId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason for the rejection, sent to the hosts by mail and stored in `rejectionReason`; at most 200 characters. Without a reason, no mail is sent.',
  })
  reason?: string | null;
}

@InputType('AddHostInput', { description: 'Input of `addHost`.' })
export class AddHostInput {
  @Field(() => ID, { description: 'ID of the event.' })
  eventId!: string;

  @Field(() => String, { description: 'Username of the account to add, case-insensitive.' })
  username!: string;
}

@InputType('RemoveHostInput', { description: 'Input of `removeHost`.' })
export class RemoveHostInput {
  @Field(() => ID, { description: 'ID of the event.' })
  eventId!: string;

  @Field(() => ID, { description: 'ID of the account to remove.' })
  userId!: string;
}

@InputType('SetEventImageInput', { description: 'Input of `setEventImage`.' })
export class SetEventImageInput {
  @Field(() => ID, { description: 'ID of the event.' })
  eventId!: string;

  @Field(() => UploadScalar, {
    description: 'A square PNG, JPEG or GIF image of 140 to 1440 pixels per side; at most 10 MB.',
  })
  image!: Upload;
}
