import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { clearEventImages, setEventImage } from '../../src/domain/event/event-images.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { SetEventImageInput } from './event.input.js';
import { EventType } from './event.type.js';

const ClearEventImagesInput = idInput('ClearEventImagesInput', 'eventId', 'The event whose image to take away.');

const event = { type: () => EventType, description: 'The event, with its images as they are now.' };
const SetEventImagePayload = payloadOf('SetEventImagePayload', 'What setting an image changed.', { event });
const ClearEventImagesPayload = payloadOf('ClearEventImagesPayload', 'What taking the image away changed.', { event });

@Resolver()
export class EventImagesMutations {
  @Mutation(() => SetEventImagePayload, {
    description:
      'Gives an event an image, in place of the one it has; for its hosts. Sent as a multipart request, with the header `apollo-require-preflight`. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID, TOO_LARGE, UNAVAILABLE.',
  })
  async setEventImage(
    @Input(() => SetEventImageInput) { eventId, image }: SetEventImageInput,
    @Ctx() context: Context,
  ) {
    return { event: await context.reads.load('event', await setEventImage(context, eventId, image)) };
  }

  @Mutation(() => ClearEventImagesPayload, {
    description:
      'Takes the image of an event away; nothing happens where there is none. For its hosts. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async clearEventImages(
    @Input(() => ClearEventImagesInput) { eventId }: InstanceType<typeof ClearEventImagesInput>,
    @Ctx() context: Context,
  ) {
    return { event: await context.reads.load('event', await clearEventImages(context, eventId)) };
  }
}
