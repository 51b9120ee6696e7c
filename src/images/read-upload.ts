import { fail } from '../errors.js';
import { MOST_BYTES } from './limits.js';

/** A file on its way in. Readers of multipart bodies set `truncated` when they cut it off at a limit of their own. */
export type Upload = AsyncIterable<Uint8Array> & { readonly truncated?: boolean };

/**
 * Collects an upload. No more than the limit is ever held, and a stream that brings more is destroyed. Errors of the
 * stream pass through, but for those that a door has marked as the sender's, by an HTTP status from 400 to 499.
 *
 * @param mostBytes the limit, in bytes
 * @throws DomainError TOO_LARGE: UPLOAD_TOO_LARGE; INVALID: UPLOAD_INCOMPLETE
 */
export async function readUpload(upload: Upload, mostBytes = MOST_BYTES): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    // Leaving the loop by an error destroys the stream.
    for await (const part of upload) {
      length += part.length;
      if (length > mostBytes) throw fail('TOO_LARGE', 'UPLOAD_TOO_LARGE', 'image');
      parts.push(part);
    }
  } catch (error) {
    throw translated(error);
  }
  if (upload.truncated) throw fail('TOO_LARGE', 'UPLOAD_TOO_LARGE', 'image');
  return Buffer.concat(parts, length);
}

function translated(error: unknown): unknown {
  const status: unknown = Reflect.get(Object(error), 'status');
  if (typeof status !== 'number' || status < 400 || status > 499) return error;
  if (status === 413) return fail('TOO_LARGE', 'UPLOAD_TOO_LARGE', 'image');
  return Object.assign(fail('INVALID', 'UPLOAD_INCOMPLETE', 'image'), { cause: error });
}
