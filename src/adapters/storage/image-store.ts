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
