import { GetObjectCommand, HeadObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { AwsS3StorageAdapter } from '@flystorage/aws-s3';
import { FileStorage } from '@flystorage/file-storage';
import type { Readable } from 'node:stream';
import type { S3Settings } from '../../config/images.js';
import { contentTypeOf, IMAGE_CACHE_CONTROL, isImageName, requireImageName, type ImageStore } from './image-store.js';
import { createS3Client } from './s3-client.js';
import { settleAll } from './settle-all.js';
import { withChunkTimeout, withItemTimeout, withStoreTimeout, type StorageReport } from './store-timeout.js';

/** Deadlines that include the retry. An upload awaits one `put` and one `remove`, so it fails within ten seconds. */
const PUT_TIMEOUT_MS = 6_000;
const REMOVE_TIMEOUT_MS = 2_000;
const READ_TIMEOUT_MS = 6_000;
const LIST_TIMEOUT_MS = 12_000;
const CHUNK_TIMEOUT_MS = 5_000;

const CONCURRENT_DELETIONS = 16;
/** Above the size of every image: one request each, no multipart upload. */
const PART_BYTES = 32 * 1024 * 1024;

/**
 * Stores images in a bucket that all processes share. Uses only what compatible stores implement as well: plain PUT, GET,
 * HEAD and DELETE, and ListObjectsV2. Reads have connections of their own, so slow readers never delay an upload.
 *
 * @param report called for every failure, for the log
 */
export function createS3ImageStore(settings: S3Settings, report: StorageReport): ImageStore {
  const { bucket, prefix } = settings;
  const reads = createS3Client(settings);
  const adapter = new AwsS3StorageAdapter(createS3Client(settings), {
    ...{ bucket, prefix },
    uploadConfiguration: { partSize: PART_BYTES, queueSize: 1 },
  });
  const files = new FileStorage(adapter);
  /** Aborts the requests of an operation that takes too long. */
  const bounded = async <T>(milliseconds: number, work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    const controller = new AbortController();
    try {
      return await withStoreTimeout(work(controller.signal), milliseconds, report);
    } catch (error) {
      controller.abort();
      throw error;
    }
  };
  const object = (name: string) => {
    requireImageName(name);
    return { Bucket: bucket, Key: `${prefix}${name}` };
  };

  return {
    put: async (name, bytes) => {
      const options = { mimeType: contentTypeOf(name), cacheControl: IMAGE_CACHE_CONTROL, size: bytes.byteLength };
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      await bounded(PUT_TIMEOUT_MS, (abortSignal) => files.write(name, body, { ...options, abortSignal }));
    },
    remove: async (names) => {
      names.forEach(requireImageName);
      for (let start = 0; start < names.length; start += CONCURRENT_DELETIONS) {
        const batch = names.slice(start, start + CONCURRENT_DELETIONS);
        await bounded(REMOVE_TIMEOUT_MS, (abortSignal) =>
          settleAll(batch.map((name) => files.deleteFile(name, { abortSignal }))),
        );
      }
    },
    async *list() {
      for await (const entry of withItemTimeout(files.list(''), LIST_TIMEOUT_MS, report)) {
        if (!entry.isFile || !isImageName(entry.path)) continue;
        yield { name: entry.path, size: entry.size ?? 0, writtenAt: new Date(entry.lastModifiedMs ?? Date.now()) };
      }
    },
    stat: async (name) => {
      const command = new HeadObjectCommand(object(name));
      const found = await bounded(READ_TIMEOUT_MS, (abortSignal) =>
        orNull(reads.send(command, { abortSignal }), isMissing),
      );
      return found && storedFile(name, found);
    },
    open: async (name, part) => {
      const command = new GetObjectCommand({
        ...object(name),
        ...(part && { Range: `bytes=${part.start}-${part.end}` }),
      });
      const found = await bounded(READ_TIMEOUT_MS, (abortSignal) =>
        orNull(reads.send(command, { abortSignal }), isMissing),
      );
      if (!found) return null;
      return { ...storedFile(name, found), body: withChunkTimeout(found.Body as Readable, CHUNK_TIMEOUT_MS, report) };
    },
  };
}

interface ObjectHeaders {
  readonly ContentLength?: number | undefined;
  readonly LastModified?: Date | undefined;
}

const storedFile = (name: string, { ContentLength, LastModified }: ObjectHeaders) => ({
  name,
  size: ContentLength ?? 0,
  writtenAt: LastModified ?? new Date(0),
});

async function orNull<T>(work: Promise<T>, isExpected: (error: unknown) => boolean): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isExpected(error)) return null;
    throw error;
  }
}

/** A missing object. A missing bucket is a failure; HEAD cannot distinguish the two. */
const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket';
