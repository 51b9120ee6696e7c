import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FileStorage } from '@flystorage/file-storage';
import { LocalStorageAdapter } from '@flystorage/local-fs';
import { isImageName } from './image-name.js';
import type { ImageStore, StoredFile } from './image-store.js';
import { unlessUnavailable, type StorageReport } from './unless-unavailable.js';

const STEP_MS = 10_000;

/** An unfinished file lies beside its place, so that a rename finishes it. The dot keeps it from being served. */
const unfinishedName = /^\.(.+)\.[0-9a-f-]{36}\.part$/;
const unfinished = (name: string): string => `.${name}.${randomUUID()}.part`;
const isOurs = (name: string): boolean => isImageName(unfinishedName.exec(name)?.[1] ?? name);

/**
 * Images in a folder of this machine, which is made when it is not there. Other files in it are left alone.
 *
 * @param report told of every failure, for the log: a full disk is the operator's to mend
 */
export function createLocalImageStore(directory: string, report: StorageReport): ImageStore {
  const root = resolve(directory);
  const files = new FileStorage(new LocalStorageAdapter(root));
  const bounded = <T>(work: Promise<T>): Promise<T> => unlessUnavailable(work, STEP_MS, report);

  /** flystorage alone would leave half a file under its final name when the disk is full. */
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    const temporary = unfinished(name);
    await files.createDirectory('');
    try {
      await files.write(temporary, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { timeout: STEP_MS });
      await sync(join(root, temporary), 'r+');
      await files.moveFile(temporary, name);
      await sync(root, 'r');
    } catch (error) {
      // What happened first is what is thrown.
      await deleteAll(files, [temporary, name]).catch(report);
      throw error;
    }
  };

  async function* list(): AsyncIterable<StoredFile> {
    await bounded(files.createDirectory(''));
    const entries = await bounded(files.list('').toArray(false));
    for (const { path } of entries.filter(({ isFile, path }) => isFile && isOurs(path))) {
      const writtenAt = await bounded(writtenAtOf(files, path));
      if (writtenAt !== null) yield { name: path, writtenAt };
    }
  }

  return {
    list,
    publicUrl: () => undefined,
    put: async (name, bytes) => {
      if (!isImageName(name)) throw new RangeError(`Not the name of an image: ${name}`);
      await bounded(write(name, bytes));
    },
    remove: async (names) => {
      const foreign = names.find((name) => !isOurs(name));
      if (foreign !== undefined) throw new RangeError(`Not the name of an image: ${foreign}`);
      await bounded(deleteAll(files, names));
    },
  };
}

/** Tries each of them, whatever happens to the others; fails with the first failure. */
async function deleteAll(files: FileStorage, names: readonly string[]): Promise<void> {
  const outcomes = await Promise.allSettled(names.map((name) => files.deleteFile(name)));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
}

/** Null for a file that somebody has deleted meanwhile. */
async function writtenAtOf(files: FileStorage, name: string): Promise<Date | null> {
  try {
    return new Date(await files.lastModified(name));
  } catch (error) {
    if (await files.fileExists(name)) throw error;
    return null;
  }
}

/** Has the operating system bring a file, or the names of a folder, to the disk. */
async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
