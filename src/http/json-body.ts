import { parse } from 'content-type';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { domainError } from '../core/errors.js';
import { bodyBytes } from './body-bytes.js';
import { refuseHeavyJson } from './json-size.js';

/** Fast path for the usual header values. */
const PLAIN = /^application\/json(?:; ?charset=utf-8)?$/i;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const utf8 = new TextDecoder();

/**
 * Parses a JSON body, unless one is already parsed; ignores other types. Its errors have a `status` or are
 * DomainErrors.
 */
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

/** In other charsets, the byte of a bracket may be part of a letter, which would defeat `refuseHeavyJson`. */
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

const unreadable = (cause?: unknown) => Object.assign(domainError('INVALID', 'REQUEST_INVALID'), { cause });
