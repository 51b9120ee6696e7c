import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Limit for JSON and forms; readers of file uploads have a limit of their own. */
export const MAX_BYTES = 1024 * 1024;

/**
 * Rejects a body whose Content-Length exceeds the limit, before reading any of it: the parsers would drain it first.
 * The error has a `status`, as Express's own.
 */
export function refuseLargeBodies(
  { headers }: IncomingMessage,
  _response: ServerResponse,
  next: (error?: unknown) => void,
): void {
  const isForm = /^multipart\//i.test(headers['content-type'] ?? '');
  const isTooLarge = !isForm && Number(headers['content-length']) > MAX_BYTES;
  next(isTooLarge ? Object.assign(new Error('Request body too large'), { status: 413 }) : undefined);
}

/** A Map: clients choose the key, and a plain object also has inherited members such as `constructor`. */
const decompressors: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

const EMPTY: Buffer = Buffer.alloc(0);

/**
 * Reads and decompresses a whole body. Rejects an oversized body as soon as it exceeds the limit. Express's own readers
 * wait for its end, which may never arrive, and cost a tenth of a short response for an uncompressed body.
 *
 * @throws Error with a `status`, as Express's own: 400 for an aborted or corrupt body, 413 beyond 1 MB, 415 for an
 *   unsupported coding
 */
export function bodyBytes(request: IncomingMessage): Promise<Buffer> {
  // A promise keeps the AsyncLocalStorage context of the request; stream listeners run outside it.
  return new Promise((resolve, reject) => {
    const source = decompressed(request);
    let body = EMPTY;
    let length = 0;
    const append = (part: Buffer): void => {
      const begin = length;
      length += part.length;
      if (length > MAX_BYTES) fail(errorWithStatus(413, 'Request body too large'));
      else if (begin === 0) body = part;
      else {
        // Copied into one buffer: stored separately, chunks of a few bytes take 100 times their size.
        if (length > body.length) body = grown(body, length);
        part.copy(body, begin);
      }
    };
    const fail = (error: Error): void => {
      // Drains the rest of the request, so that the client reads the response, and releases the buffer.
      source.off('data', append);
      body = EMPTY;
      request.unpipe();
      request.resume();
      if (source !== request) source.destroy();
      reject(error);
    };
    source.on('data', append);
    source.on('end', () => resolve(body.subarray(0, length)));
    source.on('error', (cause) => fail(errorWithStatus(400, 'Request body unreadable', cause)));
    if (source !== request)
      request.on('error', (cause) => fail(errorWithStatus(400, 'Request body unreadable', cause)));
  });
}

/** Doubles the capacity, so that many chunks do not cause many copies. */
function grown(body: Buffer, length: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(2 * length, MAX_BYTES));
  body.copy(larger);
  return larger;
}

function decompressed(request: IncomingMessage): Readable {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity') return request;
  const createDecompressor = decompressors.get(coding);
  if (!createDecompressor) throw errorWithStatus(415, 'Unsupported Content-Encoding');
  return request.pipe(createDecompressor());
}

const errorWithStatus = (status: number, message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { status });
