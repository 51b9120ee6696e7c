import type { EventImageFiles } from '../../core/ports.js';
import type { StoredImage } from '../../database/entities/event.entity.js';
import { imageNames, isImageName } from '../storage/image-name.js';
import type { ImageStore } from '../storage/image-store.js';
import { takeEventImage, type EncodedImage } from './event-image.js';
import { withinUserLimit } from './uploads-per-user.js';

export function createEventImageFiles(store: ImageStore): EventImageFiles {
  const discard = (images: readonly StoredImage[]): Promise<void> =>
    store.remove(images.map(({ location }) => location).filter(isImageName));

  return {
    discard,
    store: async (eventId, upload, userId) => {
      const take = () => takeEventImage(upload);
      const { original, small } = await (userId === undefined ? take() : withinUserLimit(userId, take));
      const names = imageNames(eventId, original.extension);
      const images = [stored('ORIGINAL', names.original, original), stored('SMALL', names.small, small)];
      try {
        await store.put(names.original, original.bytes, original.contentType);
        await store.put(names.small, small.bytes, small.contentType);
      } catch (error) {
        await discard(images);
        throw error;
      }
      return images;
    },
  };
}

function stored(kind: StoredImage['kind'], location: string, { width, height }: EncodedImage): StoredImage {
  return { kind, location, width, height };
}
