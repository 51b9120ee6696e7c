import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { approveEvent, rejectEvent } from '../../src/core/event/event-approval.js';
import { replaceEvent, submitEvent } from '../../src/core/event/events.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { RejectEventInput, ReplaceEventInput, SubmitEventInput } from './event.input.js';
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
