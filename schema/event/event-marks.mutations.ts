import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, Info, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { attendEvent, leaveEvent } from '../../src/core/talk/marks.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { asksForIdAlone } from '../selection.js';
import { EventType } from './event.type.js';

const AttendEventInput = idInput('AttendEventInput', 'eventId', 'ID of the event to attend.');
const LeaveEventInput = idInput('LeaveEventInput', 'eventId', 'ID of the event to no longer attend.');

const event = { type: () => EventType, description: 'The event, with its updated attendee count.' };
const AttendEventPayload = payloadOf('AttendEventPayload', 'Result of `attendEvent`.', { event });
const LeaveEventPayload = payloadOf('LeaveEventPayload', 'Result of `leaveEvent`.', { event });

@Resolver()
export class EventMarksMutations {
  @Mutation(() => AttendEventPayload, {
    description: 'Marks the viewer as attending an event. Idempotent. Errors: UNAUTHENTICATED, NOT_FOUND.',
  })
  async attendEvent(
    @Input(() => AttendEventInput) { eventId }: InstanceType<typeof AttendEventInput>,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const id = await attendEvent(context, eventId);
    return { event: asksForIdAlone(info, 'event') ? { id } : await context.reads.load('event', id) };
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
    return { event: asksForIdAlone(info, 'event') ? { id } : await context.reads.load('event', id) };
  }
}
