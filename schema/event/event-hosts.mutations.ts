import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { addHost, removeHost } from '../../src/domain/event/hosts.js';
import { Input, payloadOf } from '../mutation.js';
import { AddHostInput, RemoveHostInput } from './event.input.js';
import { EventType } from './event.type.js';

const event = { type: () => EventType, description: 'The event, with its hosts as they are now.' };
const AddHostPayload = payloadOf('AddHostPayload', 'What adding a host changed.', { event });
const RemoveHostPayload = payloadOf('RemoveHostPayload', 'What removing a host changed.', { event });

@Resolver()
export class EventHostsMutations {
  @Mutation(() => AddHostPayload, {
    description: 'Makes somebody a host of an event; for its hosts. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
  })
  async addHost(@Input(() => AddHostInput) { eventId, username }: AddHostInput, @Ctx() context: Context) {
    return { event: await context.reads.load('event', await addHost(context, eventId, username)) };
  }

  @Mutation(() => RemoveHostPayload, {
    description:
      'Takes somebody else off the hosts of an event; nothing happens where he is none. One always stays. For its hosts. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async removeHost(@Input(() => RemoveHostInput) { eventId, userId }: RemoveHostInput, @Ctx() context: Context) {
    return { event: await context.reads.load('event', await removeHost(context, eventId, userId)) };
  }
}
