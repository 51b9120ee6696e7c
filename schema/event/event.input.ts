import { Field, Float, ID, InputType } from 'type-graphql';
import type { Upload } from '../../src/domain/event/event-images.js';
import { TolerantDateTimeScalar } from '../scalars.js';
import { UploadScalar } from '../uploads.js';

const MAY_BE_LEFT_OUT = 'When an event is replaced: omit it to keep what there is, give null to clear it.';

@InputType({ description: 'What an event says.' })
abstract class EventFieldsInput {
  @Field(() => String, { description: 'What the event is called; at most 200 characters.' })
  name!: string;

  @Field(() => String, { description: 'What the event is about; at most 65535 characters.' })
  description!: string;

  @Field(() => String, { description: 'Venue, city, or the word `online`; at most 65535 characters.' })
  location!: string;

  @Field(() => TolerantDateTimeScalar, { description: 'When it begins.' })
  startDate!: string;

  @Field(() => TolerantDateTimeScalar, { description: 'When it ends; not before it begins.' })
  endDate!: string;

  @Field(() => String, {
    description:
      'A name of the IANA time zone database, such as `Europe/Amsterdam`: dates without an offset are read in it.',
  })
  timeZone!: string;

  @Field(() => String, {
    nullable: true,
    description: `The event's own website, http or https; at most 600 characters. ${MAY_BE_LEFT_OUT}`,
  })
  websiteUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Where the call for papers is, http or https; at most 200 characters. ${MAY_BE_LEFT_OUT}`,
  })
  cfpUrl?: string | null;

  @Field(() => TolerantDateTimeScalar, {
    nullable: true,
    description: `When the call for papers opens. ${MAY_BE_LEFT_OUT}`,
  })
  cfpStartDate?: string | null;

  @Field(() => TolerantDateTimeScalar, {
    nullable: true,
    description: `When the call for papers closes. ${MAY_BE_LEFT_OUT}`,
  })
  cfpEndDate?: string | null;

  @Field(() => Float, { nullable: true, description: `Degrees north, from -90 to 90. ${MAY_BE_LEFT_OUT}` })
  latitude?: number | null;

  @Field(() => Float, { nullable: true, description: `Degrees east, from -180 to 180. ${MAY_BE_LEFT_OUT}` })
  longitude?: number | null;

  @Field(() => [String], {
    nullable: true,
    description: `Words to find it by, kept in lower case: at most 50, of at most 200 characters. ${MAY_BE_LEFT_OUT}`,
  })
  tags?: string[] | null;
}

@InputType('SubmitEventInput', { description: 'What there is to say of a new event.' })
export class SubmitEventInput extends EventFieldsInput {}

@InputType('ReplaceEventInput', { description: 'What an event is to say from now on.' })
export class ReplaceEventInput extends EventFieldsInput {
  @Field(() => ID, { description: 'The event to replace.' })
  eventId!: string;
}

@InputType('RejectEventInput', { description: 'Which event is turned down, and why.' })
export class RejectEventInput {
  @Field(() => ID, { description: 'The event to reject.' })
  eventId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Told to the hosts, by mail and in `rejectionReason`; at most 200 characters. Without it they get no mail.',
  })
  reason?: string | null;
}

@InputType('AddHostInput', { description: 'Who is to host which event.' })
export class AddHostInput {
  @Field(() => ID, { description: 'The event.' })
  eventId!: string;

  @Field(() => String, { description: 'The name of the account, in any case.' })
  username!: string;
}

@InputType('RemoveHostInput', { description: 'Who is no longer to host which event.' })
export class RemoveHostInput {
  @Field(() => ID, { description: 'The event.' })
  eventId!: string;

  @Field(() => ID, { description: 'The account.' })
  userId!: string;
}

@InputType('SetEventImageInput', { description: 'An image, and whose it is.' })
export class SetEventImageInput {
  @Field(() => ID, { description: 'The event.' })
  eventId!: string;

  @Field(() => UploadScalar, { description: 'PNG, JPEG or GIF, square, 140 to 1440 pixels a side; at most 10 MB.' })
  image!: Upload;
}
