import { fail } from '../errors.js';
import { MOST_BYTES } from './limits.js';

/** A file on its way in. Readers of multipart bodies set `truncated` when they cut it off at a limit of their own. */
export type Upload = AsyncIterable<Uint8Array> & { readonly truncated?: boolean };

/**
 * Collects an upload. No more than the limit is ever held, and a stream that brings more is destroyed; errors of the
 * stream, such as that of a client who left, pass through.
 *
 * @param mostBytes the limit, in bytes
 * @throws DomainError TOO_LARGE: UPLOAD_TOO_LARGE
 */
export async function readUpload(upload: Upload, mostBytes = MOST_BYTES): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop by an error destroys the stream.
  for await (const part of upload) {
    length += part.length;
    if (length > mostBytes) throw fail('TOO_LARGE', 'UPLOAD_TOO_LARGE', 'image');
    parts.push(part);
  }
  if (upload.truncated) throw fail('TOO_LARGE', 'UPLOAD_TOO_LARGE', 'image');
  return Buffer.concat(parts, length);
}
