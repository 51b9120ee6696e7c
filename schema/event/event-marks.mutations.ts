import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, Info, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { attendEvent, leaveEvent } from '../../src/domain/marks.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { asksForIdAlone } from '../selection.js';
import { EventType } from './event.type.js';

const AttendEventInput = idInput('AttendEventInput', 'eventId', 'The event to attend.');
const LeaveEventInput = idInput('LeaveEventInput', 'eventId', 'The event not to attend after all.');

const event = { type: () => EventType, description: 'The event, with its new number of attendees.' };
const AttendEventPayload = payloadOf('AttendEventPayload', 'What attending an event changed.', { event });
const LeaveEventPayload = payloadOf('LeaveEventPayload', 'What leaving an event changed.', { event });

@Resolver()
export class EventMarksMutations {
  @Mutation(() => AttendEventPayload, {
    description: 'Says that you attend. Saying it again changes nothing. UNAUTHENTICATED, NOT_FOUND.',
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
    description: 'Says that you do not attend; nothing happens where you never said so. UNAUTHENTICATED, NOT_FOUND.',
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
