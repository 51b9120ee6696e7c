import type { StoredImage } from '../entities/event.entity.js';
import { imageNames, isImageName } from '../storage/image-name.js';
import type { ImageStore } from '../storage/image-store.js';
import { takeEventImage, type EncodedImage } from './event-image.js';
import type { Upload } from './read-upload.js';

/** What a verb needs of images: files come before the record that names them, and go after it. */
export interface EventImageFiles {
  /**
   * Reads an upload, makes both its forms and stores them under new names. When either cannot be stored, neither is.
   *
   * @throws DomainError as `takeEventImage`, and UNAVAILABLE: STORAGE_UNAVAILABLE
   */
  readonly store: (eventId: string, upload: Upload) => Promise<StoredImage[]>;
  /**
   * Deletes the files of images that no record names any more; imported ones, which lie elsewhere, are left alone.
   *
   * @throws DomainError UNAVAILABLE: STORAGE_UNAVAILABLE; the sweep deletes the files later
   */
  readonly discard: (images: readonly StoredImage[]) => Promise<void>;
}

export function createEventImageFiles(store: ImageStore): EventImageFiles {
  const discard = (images: readonly StoredImage[]): Promise<void> =>
    store.remove(images.map(({ location }) => location).filter(isImageName));

  return {
    discard,
    store: async (eventId, upload) => {
      const { original, small } = await takeEventImage(upload);
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
