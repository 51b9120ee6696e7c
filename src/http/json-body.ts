import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuseHeavyJson } from './json-size.js';

type Request = IncomingMessage & { body?: unknown };
type Handler = (request: Request, response: ServerResponse, next: (error?: unknown) => void) => void;

/** How nearly everybody sends JSON. */
const PLAIN = /^application\/json(?:; ?charset=utf-8)?$/i;
const utf8 = new TextDecoder();

/**
 * Reads a body of JSON whose length has been looked at. What is packed, has another charset or does not say its length is
 * the business of `otherwise`, Express's parser, which with all that it stands on takes as long as a tenth of a short answer.
 */
export const jsonBody =
  (otherwise: Handler): Handler =>
  (request, response, next) => {
    if (request.body !== undefined || !isPlain(request)) return otherwise(request, response, next);
    // By a promise: what listens to a stream is called outside of the record of the request.
    bytesOf(request)
      .then((bytes) => {
        refuseHeavyJson(request, response, bytes);
        request.body = objectIn(bytes);
      })
      .then(() => next(), next);
  };

function isPlain({ headers }: Request): boolean {
  const { 'content-type': type = '', 'content-length': length, 'content-encoding': encoding } = headers;
  return length !== undefined && length !== '0' && encoding === undefined && PLAIN.test(type);
}

/** All of it; Node sees to its length. */
function bytesOf(request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts)));
    request.on('error', (cause) => reject(asSenders('The client left', cause)));
  });
}

function objectIn(bytes: Buffer): object {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw asSenders('The body is not valid JSON', error);
  }
  if (typeof value === 'object' && value !== null) return value;
  throw asSenders('The body is neither an object nor a list');
}

/** As Express's own errors are. */
const asSenders = (message: string, cause?: unknown) => Object.assign(new Error(message, { cause }), { status: 400 });
