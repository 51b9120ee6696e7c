import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { addHost, removeHost } from '../../src/core/event/hosts.js';
import { Input, payloadOf } from '../mutation.js';
import { AddHostInput, RemoveHostInput } from './event.input.js';
import { EventType } from './event.type.js';

const event = { type: () => EventType, description: 'The event, with its updated hosts.' };
const AddHostPayload = payloadOf('AddHostPayload', 'Result of `addHost`.', { event });
const RemoveHostPayload = payloadOf('RemoveHostPayload', 'Result of `removeHost`.', { event });

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
