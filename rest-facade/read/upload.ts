import busboy from 'busboy';
import type { IncomingMessage } from 'node:http';
import type { Readable, Writable } from 'node:stream';

/** A file of 10 MB, and what there may be around it. */
const MOST_BYTES = 11 * 1024 * 1024;
/** A form has one part that counts; to read ten thousand would keep everybody waiting. */
const MOST_PARTS = 100;

/**
 * The file in a field of a multipart body (spec §4.2, Image upload). Reading begins with the first byte that is asked
 * for; where there is no such file, there are no bytes.
 *
 * Iterating fails with an error that has a `status`: 400 when the body breaks off or is no form, 413 when it is too large.
 */
export function uploadOf(request: IncomingMessage, field: string): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => bytesOf(request, field) };
}

async function* bytesOf(request: IncomingMessage, field: string): AsyncGenerator<Uint8Array, void> {
  const parser = parserFor(request);
  if (!parser) return;
  const found = fileIn(parser, field);
  const refuse = watch(request, parser);
  request.pipe(parser);
  try {
    const file = await found;
    if (file) yield* file;
  } catch (cause) {
    const status: unknown = Reflect.get(Object(cause), 'status') ?? 400;
    throw Object.assign(new Error('The upload did not arrive whole', { cause }), { status });
  } finally {
    // Whatever is still to come is let through, or the client would never see its answer.
    refuse();
    request.unpipe(parser);
    parser.destroy();
    request.resume();
  }
}

/** Null for a body that is no form, or does not say where its parts end. */
function parserFor({ headers }: IncomingMessage): busboy.Busboy | null {
  try {
    const parser = busboy({ headers, limits: { parts: MOST_PARTS } });
    return parser.once('partsLimit', () => parser.destroy(new Error('The form has too many parts')));
  } catch {
    return null;
  }
}

/** The first file of that name; null when the form ends without one. */
function fileIn(parser: busboy.Busboy, field: string): Promise<Readable | null> {
  return new Promise((resolve, reject) => {
    parser.on('file', (name, file) => {
      // The parser tells what is wrong with it, and whoever reads it; nobody else need know.
      file.on('error', () => undefined);
      if (name === field) resolve(file);
      else file.resume();
    });
    parser.on('close', () => resolve(null));
    parser.on('error', reject);
  });
}

/** Ends the parser when the body gets too large, or its client leaves. Returns what ends the watch. */
function watch(request: IncomingMessage, parser: Writable): () => void {
  let received = 0;
  const count = (part: Uint8Array): void => {
    received += part.length;
    if (received > MOST_BYTES) parser.destroy(Object.assign(new Error('The body is too large'), { status: 413 }));
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
