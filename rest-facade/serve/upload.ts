import busboy from 'busboy';
import type { IncomingMessage } from 'node:http';
import type { Readable, Writable } from 'node:stream';

/** A file of 10 MB plus 1 MB for the other parts and boundaries. */
const MAX_BYTES = 11 * 1024 * 1024;
/** Only one part is used; parsing thousands would block other requests. */
const MAX_PARTS = 100;

/**
 * Streams the file in a field of a multipart body (spec §4.2, Image upload). Reading is lazy: it starts with the first
 * requested chunk. Yields no bytes if the file is missing.
 *
 * Iteration throws an error with a `status`: 400 if the body is truncated or malformed, 413 if it is too large.
 */
export function uploadOf(request: IncomingMessage, field: string): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => bytesOf(request, field) };
}

async function* bytesOf(request: IncomingMessage, field: string): AsyncGenerator<Uint8Array, void> {
  const parser = parserFor(request);
  if (!parser) return;
  const found = fileIn(parser, field);
  const unsubscribe = watch(request, parser);
  request.pipe(parser);
  try {
    const file = await found;
    if (file) yield* file;
  } catch (cause) {
    const status: unknown = Reflect.get(Object(cause), 'status') ?? 400;
    throw Object.assign(new Error('The upload did not arrive whole', { cause }), { status });
  } finally {
    // Drain the rest of the body, or the client never reads its response.
    unsubscribe();
    request.unpipe(parser);
    parser.destroy();
    request.resume();
  }
}

/** Returns null for a body that is not a multipart form, or has no boundary. */
function parserFor({ headers }: IncomingMessage): busboy.Busboy | null {
  try {
    const parser = busboy({ headers, limits: { parts: MAX_PARTS } });
    return parser.once('partsLimit', () => parser.destroy(new Error('The form has too many parts')));
  } catch {
    return null;
  }
}

/** Resolves to the first file of that field; null if the form contains none. */
function fileIn(parser: busboy.Busboy, field: string): Promise<Readable | null> {
  return new Promise((resolve, reject) => {
    parser.on('file', (name, file) => {
      // The parser and the reader of the file report the error; this listener only prevents a crash.
      file.on('error', () => undefined);
      if (name === field) resolve(file);
      else file.resume();
    });
    parser.on('close', () => resolve(null));
    parser.on('error', reject);
  });
}

/** Destroys the parser if the body exceeds the limit or the client disconnects. Returns the unsubscribe function. */
function watch(request: IncomingMessage, parser: Writable): () => void {
  let received = 0;
  const count = (part: Uint8Array): void => {
    received += part.length;
    if (received > MAX_BYTES) parser.destroy(Object.assign(new Error('The body is too large'), { status: 413 }));
  };
  const left = (): void => {
    if (!request.complete) parser.destroy(new Error('The client left'));
  };
  request.on('data', count);
  request.on('close', left);
  return () => {
    request.off('data', count);
    request.off('close', left);
  };
}
