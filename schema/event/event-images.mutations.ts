import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { clearEventImages, setEventImage } from '../../src/core/event/event-images.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { SetEventImageInput } from './event.input.js';
import { EventType } from './event.type.js';

const ClearEventImagesInput = idInput('ClearEventImagesInput', 'eventId', 'ID of the event whose image to remove.');

const event = { type: () => EventType, description: 'The event, with its updated images.' };
const SetEventImagePayload = payloadOf('SetEventImagePayload', 'Result of `setEventImage`.', { event });
const ClearEventImagesPayload = payloadOf('ClearEventImagesPayload', 'Result of `clearEventImages`.', { event });

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
