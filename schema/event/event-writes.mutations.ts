import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { approveEvent, rejectEvent } from '../../src/domain/event/event-approval.js';
import { replaceEvent, submitEvent } from '../../src/domain/event/events.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { RejectEventInput, ReplaceEventInput, SubmitEventInput } from './event.input.js';
import { EventType } from './event.type.js';

const ApproveEventInput = idInput('ApproveEventInput', 'eventId', 'The event to approve.');

const event = { type: () => EventType, description: 'The event as it is now.' };
const SubmitEventPayload = payloadOf('SubmitEventPayload', 'What submitting an event made.', { event });
const ReplaceEventPayload = payloadOf('ReplaceEventPayload', 'What replacing an event changed.', { event });
const ApproveEventPayload = payloadOf('ApproveEventPayload', 'What approving an event changed.', { event });
const RejectEventPayload = payloadOf('RejectEventPayload', 'What rejecting an event changed.', { event });

@Resolver()
export class EventWritesMutations {
  @Mutation(() => SubmitEventPayload, {
    description:
      'Adds an event that you host and attend. It awaits approval, unless you need none; only few of yours may do so at a time. UNAUTHENTICATED, INVALID.',
  })
  async submitEvent(@Input(() => SubmitEventInput) input: SubmitEventInput, @Ctx() context: Context) {
    return { event: await context.reads.load('event', await submitEvent(context, input)) };
  }

  @Mutation(() => ReplaceEventPayload, {
    description:
      'Replaces what an event says; for its hosts. Slug, stub, hosts and status stay as they are. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async replaceEvent(
    @Input(() => ReplaceEventInput) { eventId, ...fields }: ReplaceEventInput,
    @Ctx() context: Context,
  ) {
    return { event: await context.reads.load('event', await replaceEvent(context, eventId, fields)) };
  }

  @Mutation(() => ApproveEventPayload, {
    description:
      'Approves an event that awaits it, and tells its hosts; for site administrators. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async approveEvent(
    @Input(() => ApproveEventInput) { eventId }: InstanceType<typeof ApproveEventInput>,
    @Ctx() context: Context,
  ) {
    return { event: await context.reads.load('event', await approveEvent(context, eventId)) };
  }

  @Mutation(() => RejectEventPayload, {
    description:
      'Turns down an event that awaits approval; for site administrators. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async rejectEvent(@Input(() => RejectEventInput) { eventId, reason }: RejectEventInput, @Ctx() context: Context) {
    return { event: await context.reads.load('event', await rejectEvent(context, eventId, reason ?? null)) };
  }
}
