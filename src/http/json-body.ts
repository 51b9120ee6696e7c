import { parse } from 'content-type';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail } from '../errors.js';
import { bodyBytes } from './body-bytes.js';
import { refuseHeavyJson } from './json-size.js';

/** How nearly everybody says it. */
const PLAIN = /^application\/json(?:; ?charset=utf-8)?$/i;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const utf8 = new TextDecoder();

/** Reads a body of JSON, unless one has been read; others are left alone. Its errors have a `status`, or are of the domain. */
export function jsonBody(
  request: IncomingMessage & { body?: unknown },
  _response: ServerResponse,
  next: (error?: unknown) => void,
): void {
  const { headers } = request;
  const type = headers['content-type'] ?? '';
  if (request.body !== undefined || !JSON_TYPE.test(type)) return next();
  bodyBytes(request)
    .then((bytes) => {
      if (!isUtf8(type)) throw unreadable();
      refuseHeavyJson(headers, bytes);
      if (bytes.length > 0) request.body = containerIn(bytes);
    })
    .then(() => next(), next);
}

/** In another charset a byte that looks like a bracket may be half of a letter. */
function isUtf8(type: string): boolean {
  if (PLAIN.test(type)) return true;
  const { charset = 'utf-8' } = parse(type).parameters;
  return charset.toLowerCase() === 'utf-8';
}

function containerIn(bytes: Buffer): object {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw unreadable(error);
  }
  if (typeof value === 'object' && value !== null) return value;
  throw unreadable();
}

const unreadable = (cause?: unknown) => Object.assign(fail('INVALID', 'REQUEST_INVALID'), { cause });
