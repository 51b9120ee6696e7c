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
    const parts: Buffer[] = [];
    let length = 0;
    const take = (part: Buffer): void => {
      length += part.length;
      if (length > MOST_BYTES) give(ofStatus(413, 'The body is too large'));
      else parts.push(part);
    };
    const give = (error: Error): void => {
      // What is still to come is let through, so that the client sees its answer, and what has come is let go.
      source.off('data', take);
      parts.length = 0;
      request.unpipe();
      request.resume();
      if (source !== request) source.destroy();
      reject(error);
    };
    source.on('data', take);
    source.on('end', () => resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts)));
    source.on('error', (cause) => give(ofStatus(400, 'The body cannot be read', cause)));
    if (source !== request) request.on('error', (cause) => give(ofStatus(400, 'The body cannot be read', cause)));
  });
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
