import { Ctx, Mutation, Resolver, Info } from 'type-graphql';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../src/core/context.js';
import { approveEvent, rejectEvent } from '../../src/core/event/event-approval.js';
import { replaceEvent, submitEvent } from '../../src/core/event/events.js';
import { addHost, removeHost } from '../../src/core/event/hosts.js';
import { clearEventImages, setEventImage } from '../../src/core/event/event-images.js';
import { attendEvent, leaveEvent } from '../../src/core/event/attendance.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { selectsOnlyId } from '../selection.js';
import {
  RejectEventInput,
  ReplaceEventInput,
  SubmitEventInput,
  AddHostInput,
  RemoveHostInput,
  SetEventImageInput,
} from './event.input.js';
import { EventType } from './event.type.js';

const ApproveEventInput = idInput('ApproveEventInput', 'eventId', 'ID of the event to approve.');

const event = { type: () => EventType, description: 'The event after the mutation.' };
const SubmitEventPayload = payloadOf('SubmitEventPayload', 'Result of `submitEvent`.', { event });
const ReplaceEventPayload = payloadOf('ReplaceEventPayload', 'Result of `replaceEvent`.', { event });
const ApproveEventPayload = payloadOf('ApproveEventPayload', 'Result of `approveEvent`.', { event });
const RejectEventPayload = payloadOf('RejectEventPayload', 'Result of `rejectEvent`.', { event });

@Resolver()
export class EventWritesMutations {
  @Mutation(() => SubmitEventPayload, {
    description:
      'Submits an event, which the viewer then hosts and attends. It is pending until approved, unless the viewer is trusted or a site administrator. The number of pending events per user is limited. Errors: UNAUTHENTICATED, INVALID.',
  })
  async submitEvent(@Input(() => SubmitEventInput) input: SubmitEventInput, @Ctx() context: Context) {
    return { event: await context.reads.load('event', await submitEvent(context, input)) };
  }

  @Mutation(() => ReplaceEventPayload, {
    description:
      'Replaces the fields of an event. Slug, stub, hosts and status are unchanged. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async replaceEvent(
    @Input(() => ReplaceEventInput) { eventId, ...fields }: ReplaceEventInput,
    @Ctx() context: Context,
  ) {
    return { event: await context.reads.load('event', await replaceEvent(context, eventId, fields)) };
  }

  @Mutation(() => ApproveEventPayload, {
    description:
      'Approves a pending event and notifies its hosts by mail. Requires a site administrator. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async approveEvent(
    @Input(() => ApproveEventInput) { eventId }: InstanceType<typeof ApproveEventInput>,
    @Ctx() context: Context,
  ) {
    return { event: await context.reads.load('event', await approveEvent(context, eventId)) };
  }

  @Mutation(() => RejectEventPayload, {
    description:
      'Rejects a pending event. Requires a site administrator. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async rejectEvent(@Input(() => RejectEventInput) { eventId, reason }: RejectEventInput, @Ctx() context: Context) {
    return { event: await context.reads.load('event', await rejectEvent(context, eventId, reason ?? null)) };
  }
}

const eventWithHosts = { type: () => EventType, description: 'The event, with its updated hosts.' };
const AddHostPayload = payloadOf('AddHostPayload', 'Result of `addHost`.', { event: eventWithHosts });
const RemoveHostPayload = payloadOf('RemoveHostPayload', 'Result of `removeHost`.', { event: eventWithHosts });

@Resolver()
export class EventHostsMutations {
  @Mutation(() => AddHostPayload, {
    description:
      'Adds a user to the hosts of an event. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async addHost(@Input(() => AddHostInput) { eventId, username }: AddHostInput, @Ctx() context: Context) {
    return { event: await context.reads.load('event', await addHost(context, eventId, username)) };
  }

  @Mutation(() => RemoveHostPayload, {
    description:
      'Removes another user from the hosts of an event. Idempotent. The last host cannot be removed. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async removeHost(@Input(() => RemoveHostInput) { eventId, userId }: RemoveHostInput, @Ctx() context: Context) {
    return { event: await context.reads.load('event', await removeHost(context, eventId, userId)) };
  }
}

const ClearEventImagesInput = idInput('ClearEventImagesInput', 'eventId', 'ID of the event whose image to remove.');

const eventWithImages = { type: () => EventType, description: 'The event, with its updated images.' };
const SetEventImagePayload = payloadOf('SetEventImagePayload', 'Result of `setEventImage`.', {
  event: eventWithImages,
});
const ClearEventImagesPayload = payloadOf('ClearEventImagesPayload', 'Result of `clearEventImages`.', {
  event: eventWithImages,
});

@Resolver()
export class EventImagesMutations {
  @Mutation(() => SetEventImagePayload, {
    description:
      'Sets or replaces the image of an event. Requires a host of the event. Send it as a GraphQL multipart request with the header `apollo-require-preflight`. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID, TOO_LARGE, RATE_LIMITED, UNAVAILABLE.',
  })
  async setEventImage(
    @Input(() => SetEventImageInput) { eventId, image }: SetEventImageInput,
    @Ctx() context: Context,
  ) {
    return { event: await context.reads.load('event', await setEventImage(context, eventId, image)) };
  }

  @Mutation(() => ClearEventImagesPayload, {
    description:
      'Removes the image of an event. Idempotent. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async clearEventImages(
    @Input(() => ClearEventImagesInput) { eventId }: InstanceType<typeof ClearEventImagesInput>,
    @Ctx() context: Context,
  ) {
    return { event: await context.reads.load('event', await clearEventImages(context, eventId)) };
  }
}

const AttendEventInput = idInput('AttendEventInput', 'eventId', 'ID of the event to attend.');
const LeaveEventInput = idInput('LeaveEventInput', 'eventId', 'ID of the event to no longer attend.');

const eventWithAttendees = { type: () => EventType, description: 'The event, with its updated attendee count.' };
const AttendEventPayload = payloadOf('AttendEventPayload', 'Result of `attendEvent`.', { event: eventWithAttendees });
const LeaveEventPayload = payloadOf('LeaveEventPayload', 'Result of `leaveEvent`.', { event: eventWithAttendees });

@Resolver()
export class EventAttendanceMutations {
  @Mutation(() => AttendEventPayload, {
    description: 'Marks the viewer as attending an event. Idempotent. Errors: UNAUTHENTICATED, NOT_FOUND.',
  })
  async attendEvent(
    @Input(() => AttendEventInput) { eventId }: InstanceType<typeof AttendEventInput>,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const id = await attendEvent(context, eventId);
    return { event: selectsOnlyId(info, 'event') ? { id } : await context.reads.load('event', id) };
  }

  @Mutation(() => LeaveEventPayload, {
    description: 'Removes the viewer from the attendees of an event. Idempotent. Errors: UNAUTHENTICATED, NOT_FOUND.',
  })
  async leaveEvent(
    @Input(() => LeaveEventInput) { eventId }: InstanceType<typeof LeaveEventInput>,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const id = await leaveEvent(context, eventId);
    return { event: selectsOnlyId(info, 'event') ? { id } : await context.reads.load('event', id) };
  }
}
