import type { IncomingHttpHeaders } from 'node:http';
import { fail } from '../errors.js';

/** More than any request means, and so little that parsing it keeps nobody waiting: a megabyte of brackets takes 70 ms. */
const most = { depth: 100, values: 10_000 };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** By its byte: how many levels and values more a mark stands for. */
const deeper = new Int8Array(256);
const further = new Uint8Array(256);
for (const mark of Buffer.from('[{')) deeper[mark] = 1;
for (const mark of Buffer.from(']}')) deeper[mark] = -1;
for (const mark of Buffer.from('[{,')) further[mark] = 1;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

/**
 * Refuses JSON with too many values, or nested too deeply, before it is parsed; other bodies it leaves alone.
 *
 * @param body in UTF-8
 * @throws DomainError INVALID
 */
export function refuseHeavyJson(headers: IncomingHttpHeaders, body: Uint8Array): void {
  if (JSON_TYPE.test(headers['content-type'] ?? '') && isHeavy(body)) throw fail('INVALID', 'REQUEST_INVALID');
}

/** Goes through the bytes once, and stops where it is too much; what is no JSON is left to the parser. */
function isHeavy(json: Uint8Array): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]!;
    depth += deeper[byte]!;
    values += further[byte]!;
    if (byte === QUOTE) at = endOfText(json, at);
    if (depth > most.depth || values > most.values) return true;
  }
  return false;
}

/** Where the quote is that closes a text; the end of all where none does. */
function endOfText(json: Uint8Array, opening: number): number {
  let at = opening + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
