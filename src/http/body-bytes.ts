import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { MOST_BYTES } from './body-size.js';

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const NOTHING: Buffer = Buffer.alloc(0);

/**
 * All bytes of a body, unpacked. What is too large is refused as soon as that is known: Express's own readers wait until all
 * of it has come, which may be never, and take as long as a tenth of a short answer for what is sent plainly.
 *
 * @throws Error as Express's own are, with a `status`: 400 what breaks off or cannot be unpacked, 413 beyond 1 MB, 415
 *   another coding
 */
export function bodyBytes(request: IncomingMessage): Promise<Buffer> {
  // By a promise: what listens to a stream is called outside of the record of the request.
  return new Promise((resolve, reject) => {
    const source = unpacked(request);
    let body = NOTHING;
    let length = 0;
    const take = (part: Buffer): void => {
      const begin = length;
      length += part.length;
      if (length > MOST_BYTES) give(ofStatus(413, 'The body is too large'));
      else if (begin === 0) body = part;
      else {
        // Kept as they come, parts of a few bytes take a hundred times of that.
        if (length > body.length) body = grown(body, length);
        part.copy(body, begin);
      }
    };
    const give = (error: Error): void => {
      // What is still to come is let through, so that the client sees its answer, and what has come is let go.
      source.off('data', take);
      body = NOTHING;
      request.unpipe();
      request.resume();
      if (source !== request) source.destroy();
      reject(error);
    };
    source.on('data', take);
    source.on('end', () => resolve(body.subarray(0, length)));
    source.on('error', (cause) => give(ofStatus(400, 'The body cannot be read', cause)));
    if (source !== request) request.on('error', (cause) => give(ofStatus(400, 'The body cannot be read', cause)));
  });
}

/** With room for as much again, so that many parts are not copied many times. */
function grown(body: Buffer, length: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(2 * length, MOST_BYTES));
  body.copy(larger);
  return larger;
}

function unpacked(request: IncomingMessage): Readable {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity') return request;
  const unpack = unpackers[coding];
  if (!unpack) throw ofStatus(415, 'The body has a coding that is not read');
  return request.pipe(unpack());
}

const ofStatus = (status: number, message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { status });
