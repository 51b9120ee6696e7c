import type { Upload } from '../../core/ports.js';
import { Readable } from 'node:stream';
import { domainError } from '../../core/errors.js';
import { MIN_UPLOAD_RATE, MAX_IMAGE_BYTES, UPLOAD_GRACE_MS } from './limits.js';

/**
 * Buffers an upload. Never holds more than the limit, and destroys a stream that exceeds it. Stream errors propagate,
 * except those that an endpoint has marked as client errors by an HTTP status from 400 to 499.
 *
 * @param maxBytes the limit, in bytes
 * @param graceMs how long the client may stay below the minimum rate
 * @param field the input field of its errors
 * @throws DomainError TOO_LARGE: UPLOAD_TOO_LARGE; INVALID: UPLOAD_INCOMPLETE
 */
export async function readUpload(
  upload: Upload,
  maxBytes = MAX_IMAGE_BYTES,
  graceMs = UPLOAD_GRACE_MS,
  field = 'image',
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const monitor = rateMonitor({ graceMs, field }, () => length);
  const iterator = upload[Symbol.asyncIterator]();
  const read = async (): Promise<void> => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      length += next.value.length;
      if (length > maxBytes) throw domainError('TOO_LARGE', 'UPLOAD_TOO_LARGE', field);
      parts.push(next.value);
    }
  };
  try {
    await Promise.race([read(), monitor.promise]);
  } catch (error) {
    // Destroys the stream. Not awaited: a generator returns only after its pending chunk arrives.
    iterator.return?.().catch(() => undefined);
    if (upload instanceof Readable) upload.destroy();
    throw translateStreamError(error, field);
  } finally {
    monitor.stop();
  }
  if (upload.truncated) throw domainError('TOO_LARGE', 'UPLOAD_TOO_LARGE', field);
  return Buffer.concat(parts, length);
}

/** Rejects when, after the grace period, the average rate since the start is below the minimum. */
function rateMonitor(
  { graceMs, field }: { readonly graceMs: number; readonly field: string },
  length: () => number,
): { readonly promise: Promise<never>; stop(): void } {
  const begin = performance.now();
  const { promise, reject } = Promise.withResolvers<never>();
  const check = setInterval(() => {
    const seconds = (performance.now() - begin - graceMs) / 1_000;
    if (length() < Math.max(1, seconds * MIN_UPLOAD_RATE)) reject(domainError('INVALID', 'UPLOAD_INCOMPLETE', field));
  }, graceMs);
  return { promise, stop: () => clearInterval(check) };
}

function translateStreamError(error: unknown, field: string): unknown {
  const status: unknown = Reflect.get(Object(error), 'status');
  if (typeof status !== 'number' || status < 400 || status > 499) return error;
  if (status === 413) return domainError('TOO_LARGE', 'UPLOAD_TOO_LARGE', field);
  return Object.assign(domainError('INVALID', 'UPLOAD_INCOMPLETE', field), { cause: error });
}
