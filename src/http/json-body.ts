import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { domainError } from '../core/errors.js';
import { utf8Text } from './charset.js';
import { bodyBytes } from './request-body.js';

/** Above any legitimate request, and low enough to parse quickly: 1 MB of brackets takes 70 ms. */
const limits = { depth: 100, values: 10_000 };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Change of the depth and of the value count, indexed by byte. */
const deeper = new Int8Array(256);
const further = new Uint8Array(256);
for (const mark of Buffer.from('[{')) deeper[mark] = 1;
for (const mark of Buffer.from(']}')) deeper[mark] = -1;
for (const mark of Buffer.from('[{,')) further[mark] = 1;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

/**
 * Rejects JSON that has too many values or is nested too deeply, before it is parsed; ignores other types.
 *
 * @param body in UTF-8
 * @throws DomainError INVALID
 */
export function refuseHeavyJson(headers: IncomingHttpHeaders, body: Uint8Array): void {
  if (JSON_TYPE.test(headers['content-type'] ?? '') && isHeavy(body)) throw domainError('INVALID', 'REQUEST_INVALID');
}

/** Scans the bytes once and stops at the first limit exceeded; invalid JSON is left to the parser. */
function isHeavy(json: Uint8Array): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]!;
    depth += deeper[byte]!;
    values += further[byte]!;
    if (byte === QUOTE) at = endOfText(json, at);
    if (depth > limits.depth || values > limits.values) return true;
  }
  return false;
}

/** Index of the closing quote of a string; the end of input if it is unterminated. */
function endOfText(json: Uint8Array, opening: number): number {
  let at = opening;
  // A native search: most strings are long and without escapes.
  do at = json.indexOf(QUOTE, at + 1);
  while (at !== -1 && isEscaped(json, at));
  return at === -1 ? json.length : at;
}

/** Whether an odd number of backslashes precedes. */
function isEscaped(json: Uint8Array, at: number): boolean {
  let backslashes = 0;
  while (json[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

const PARSED_TYPE = /^application\/json\s*(?:;|$)/i;

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
  if (request.body !== undefined || !PARSED_TYPE.test(type)) return next();
  bodyBytes(request)
    .then((bytes) => {
      const text = utf8Text(headers, bytes);
      refuseHeavyJson(headers, bytes);
      if (text !== '') request.body = containerIn(text);
    })
    .then(() => next(), next);
}

function containerIn(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreadable(error);
  }
  if (typeof value === 'object' && value !== null) return value;
  throw unreadable();
}

const unreadable = (cause?: unknown) => Object.assign(domainError('INVALID', 'REQUEST_INVALID'), { cause });
