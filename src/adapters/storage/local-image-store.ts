import { randomUUID } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FileStorage } from '@flystorage/file-storage';
import { LocalStorageAdapter } from '@flystorage/local-fs';
import { makeFolder } from '../../config/make-folder.js';
import {
  isImageName,
  requireImageName,
  type ByteRange,
  type ImageStore,
  type OpenFile,
  type StoredFile,
} from './image-store.js';
import { settleAll } from './settle-all.js';
import { withChunkTimeout, withStoreTimeout, type StorageReport } from './store-timeout.js';

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
      const file = await bounded(fileAt(root, path));
      if (file !== null) yield file;
    }
  }

  return {
    list,
    stat: async (name) => {
      requireImageName(name);
      return bounded(fileAt(root, name));
    },
    open: async (name, part) => {
      requireImageName(name);
      const file = await bounded(openAt(root, name, part));
      return file && { ...file, body: withChunkTimeout(file.body, TIMEOUT_MS, report) };
    },
    put: async (name, bytes) => {
      requireImageName(name);
      await bounded(write(name, bytes));
    },
    remove: async (names) => {
      const foreign = names.find((name) => !isStoreFile(name));
      if (foreign !== undefined) throw new RangeError(`Invalid image name: ${foreign}`);
      await bounded(deleteAll(files, names));
    },
  };
}

const deleteAll = (files: FileStorage, names: readonly string[]): Promise<void> =>
  settleAll(names.map((name) => files.deleteFile(name)));

const isMissing = (error: unknown): boolean => Reflect.get(Object(error), 'code') === 'ENOENT';

/** Null if there is no such file, for example because it was deleted concurrently. */
async function fileAt(root: string, name: string): Promise<StoredFile | null> {
  try {
    const { size, mtime } = await stat(join(root, name));
    return { name, size, writtenAt: mtime };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** As `fileAt`. The stream closes the file, also if the file is deleted in between. */
async function openAt(root: string, name: string, part?: ByteRange): Promise<OpenFile | null> {
  try {
    const handle = await open(join(root, name), 'r');
    const { size, mtime } = await handle.stat();
    const length = part ? part.end - part.start + 1 : size;
    return { name, size: length, writtenAt: mtime, body: handle.createReadStream(part) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
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
