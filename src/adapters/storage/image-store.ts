import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A file of the store; `writtenAt` is by the clock of the store, `size` in bytes. */
export interface StoredFile {
  readonly name: string;
  readonly size: number;
  readonly writtenAt: Date;
}

/**
 * Stores image files under the names of `image-name.ts`; any other name is a bug in the caller and throws a RangeError.
 * All other failures and timeouts throw DomainError UNAVAILABLE with the reason STORAGE_UNAVAILABLE.
 */
export interface ImageStore {
  /** Stores a file under a new name, atomically and crash-safe. */
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Deletes files. Missing files are not an error. */
  readonly remove: (names: readonly string[]) => Promise<void>;
  /** Lists every file of the store, including unfinished ones, under names that `remove` accepts. */
  readonly list: () => AsyncIterable<StoredFile>;
  /** Size and time of a file; null if it is missing. */
  readonly stat: (name: string) => Promise<StoredFile | null>;
  /** Opens a file, or a part of it, for reading; null if it is missing. Destroy `body` unless it is read to its end. */
  readonly open: (name: string, part?: ByteRange) => Promise<OpenFile | null>;
}

/** The first and the last byte of a part that is within its file. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A stream that fails if the store stalls, but not if its reader does. `size` is that of the part, if it is one. */
export interface OpenFile extends StoredFile {
  readonly body: Readable;
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

/** @throws RangeError if a name is no image name */
export function requireImageName(name: string): void {
  if (!isImageName(name)) throw new RangeError(`Invalid image name: ${name}`);
}

const contentTypes: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' };

/** The media type of an image name. */
export function contentTypeOf(name: string): string {
  requireImageName(name);
  return contentTypes[name.slice(-3)] ?? '';
}

/** Strong, and equal in every process and store, because names never change their content. */
export const imageTag = (name: string): string => `"${name}"`;

/** Names never change their content. For responses of this service, and of a public bucket. */
export const IMAGE_CACHE_CONTROL = 'public, max-age=31536000, immutable';
