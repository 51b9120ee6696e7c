import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FileStorage } from '@flystorage/file-storage';
import { LocalStorageAdapter } from '@flystorage/local-fs';
import { makeFolder } from '../../config/make-folder.js';
import { domainError } from '../../core/errors.js';
import { isImageName, type ImageStore, type StoredFile } from './image-store.js';

const TIMEOUT_MS = 10_000;

/** Unfinished files are in the same folder, so that a rename completes them. The dot prefix prevents serving them. */
const unfinishedName = /^\.(.+)\.[0-9a-f-]{36}\.part$/;
const unfinished = (name: string): string => `.${name}.${randomUUID()}.part`;
const isStoreFile = (name: string): boolean => isImageName(unfinishedName.exec(name)?.[1] ?? name);

/**
 * Stores images in a local folder, which it creates if missing. Ignores other files in it.
 *
 * @param report called for every failure, for the log: the operator has to fix a full disk
 */
export function createLocalImageStore(directory: string, report: StorageReport): ImageStore {
  const root = resolve(directory);
  const files = new FileStorage(new LocalStorageAdapter(root));
  const bounded = <T>(work: Promise<T>): Promise<T> => withStoreTimeout(work, TIMEOUT_MS, report);

  /** Writes atomically: flystorage alone would leave a partial file under its final name when the disk is full. */
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    const temporary = unfinished(name);
    await makeFolder(root);
    try {
      await files.write(temporary, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
        timeout: TIMEOUT_MS,
      });
      await sync(join(root, temporary), 'r+');
      await files.moveFile(temporary, name);
      await sync(root, 'r');
    } catch (error) {
      // Rethrows the first failure.
      await deleteAll(files, [temporary, name]).catch(report);
      throw error;
    }
  };

  async function* list(): AsyncIterable<StoredFile> {
    await bounded(makeFolder(root));
    const entries = await bounded(files.list('').toArray(false));
    for (const { path } of entries.filter(({ isFile, path }) => isFile && isStoreFile(path))) {
      const writtenAt = await bounded(writtenAtOf(files, path));
      if (writtenAt !== null) yield { name: path, writtenAt };
    }
  }

  return {
    list,
    publicUrl: () => undefined,
    put: async (name, bytes) => {
      if (!isImageName(name)) throw new RangeError(`Invalid image name: ${name}`);
      await bounded(write(name, bytes));
    },
    remove: async (names) => {
      const foreign = names.find((name) => !isStoreFile(name));
      if (foreign !== undefined) throw new RangeError(`Invalid image name: ${foreign}`);
      await bounded(deleteAll(files, names));
    },
  };
}

/** Attempts every deletion, then rethrows the first failure. */
async function deleteAll(files: FileStorage, names: readonly string[]): Promise<void> {
  const outcomes = await Promise.allSettled(names.map((name) => files.deleteFile(name)));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
}

/** Null if the file was deleted concurrently. */
async function writtenAtOf(files: FileStorage, name: string): Promise<Date | null> {
  try {
    return new Date(await files.lastModified(name));
  } catch (error) {
    if (await files.fileExists(name)) throw error;
    return null;
  }
}

/** Flushes a file or a folder's entries to disk (fsync). */
async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Receives the cause of every store failure; callers only see that the store is unavailable. */
type StorageReport = (cause: unknown) => void;

/**
 * Awaits a store operation with a timeout, because a network disk may never respond. The operation continues in the
 * background; the sweep deletes files that it leaves behind.
 *
 * @param milliseconds the timeout
 * @throws DomainError UNAVAILABLE: STORAGE_UNAVAILABLE, with the original error as its cause
 */
export async function withStoreTimeout<T>(work: Promise<T>, milliseconds: number, report: StorageReport): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Store operation timed out after ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([work, tooLate]);
  } catch (cause) {
    report(cause);
    throw Object.assign(domainError('UNAVAILABLE', 'STORAGE_UNAVAILABLE'), { cause });
  } finally {
    clearTimeout(timer);
  }
}
