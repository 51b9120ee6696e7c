import { randomBytes } from 'node:crypto';

/** A file of the store; `writtenAt` is by the clock of the store. */
export interface StoredFile {
  readonly name: string;
  readonly writtenAt: Date;
}

/**
 * Stores image files under the names of `image-name.ts`; any other name is a bug in the caller and throws a RangeError.
 * All other failures and timeouts throw DomainError UNAVAILABLE with the reason STORAGE_UNAVAILABLE.
 */
export interface ImageStore {
  /** Stores a file under a new name, atomically and crash-safe. */
  readonly put: (name: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  /** Deletes files. Missing files are not an error. */
  readonly remove: (names: readonly string[]) => Promise<void>;
  /** Lists every file of the store, including unfinished ones, under names that `remove` accepts. */
  readonly list: () => AsyncIterable<StoredFile>;
  /** The public URL of the file; undefined if this service serves it from `/images`. */
  readonly publicUrl: (name: string) => string | undefined;
}

const VERSION_BYTES = 8;
const imageName = /^event-[1-9][0-9]{0,15}-[0-9a-f]{8,64}-(orig|small)\.(png|jpg|gif)$/;

/**
 * Generates names for both sizes of an event's image. They are random: the content of a name never changes, so it is
 * cacheable forever, and deleting one upload never removes the file of another.
 */
export function imageNames(eventId: string, extension: string): { readonly original: string; readonly small: string } {
  const version = randomBytes(VERSION_BYTES).toString('hex');
  return {
    original: `event-${eventId}-${version}-orig.${extension}`,
    small: `event-${eventId}-${version}-small.${extension}`,
  };
}

/** Whether a text is an image name. Such names contain no folder, and no other file in a store matches. */
export function isImageName(text: string): boolean {
  return imageName.test(text);
}
