/** A file of the store; `writtenAt` by the clock of the store. */
export interface StoredFile {
  readonly name: string;
  readonly writtenAt: Date;
}

/**
 * Where images lie. Names are those of `image-name.ts`; any other is a mistake of the caller, and throws a RangeError.
 * Everything else that goes wrong, or takes too long, is a DomainError UNAVAILABLE with the reason STORAGE_UNAVAILABLE.
 */
export interface ImageStore {
  /** Stores a file under a new name. It appears there whole and safe from a crash, or not at all. */
  readonly put: (name: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  /** Deletes files. That some are not there is no error. */
  readonly remove: (names: readonly string[]) => Promise<void>;
  /** Every file of the store, unfinished ones too: they are removed by the names that they have here. */
  readonly list: () => AsyncIterable<StoredFile>;
  /** Where clients find the file; undefined when this service serves it itself, from `/images`. */
  readonly publicUrl: (name: string) => string | undefined;
}
