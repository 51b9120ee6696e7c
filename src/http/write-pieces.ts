import { createHash } from 'node:crypto';
import { nextSlice } from '../database/time-slice.js';
import { tagOfDigest } from './entity-tag.js';
import { HttpError } from './http-error.js';
import type { Reply } from './send.js';

/** A long text, composed while it is iterated. */
export type Pieces = Generator<string, void>;

const CHUNK_LENGTH = 64 * 1024;
/** Time for which composing may block the event loop. */
const TURN_MS = 5;
/** Longer bodies remain in chunks: joining them would take as much memory again. They are not cached. */
const LONG_BYTES = 8 * 2 ** 20;
/** Far more than any conference has. */
const MAX_BYTES = 64 * 2 ** 20;

export const isPieces = (body: unknown): body is Pieces =>
  typeof body === 'object' && body !== null && 'next' in body && Symbol.iterator in body;

/**
 * Composes and encodes a text, in time slices of the event loop.
 *
 * @throws HttpError 413 if it is longer than 64 MiB
 */
export async function writePieces(pieces: Pieces): Promise<Pick<Reply, 'body' | 'tag' | 'uncacheable'>> {
  const chunks: Buffer[] = [];
  const digest = createHash('sha256');
  let [text, bytes, began] = ['', 0, performance.now()];
  const flush = (): void => {
    const chunk = Buffer.from(text);
    digest.update(chunk);
    chunks.push(chunk);
    bytes += chunk.length;
    text = '';
    if (bytes > MAX_BYTES) throw new HttpError(413, 'TOO_LARGE', 'TOO_COSTLY');
  };
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK_LENGTH) continue;
    flush();
    if (performance.now() - began < TURN_MS) continue;
    await nextSlice();
    began = performance.now();
  }
  flush();
  const tag = tagOfDigest(digest.digest('base64url'));
  return bytes > LONG_BYTES ? { body: chunks, tag, uncacheable: true } : { body: Buffer.concat(chunks), tag };
}
