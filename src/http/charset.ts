import { parse } from 'content-type';
import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from './http-error.js';

/** Fast path for the usual header values. */
const PLAIN = /^application\/json(?:; ?charset=utf-8)?$/i;
/** The names of UTF-8, and of its subset. */
const UTF_8 = /^(?:utf-?8|us-ascii)$/i;
/** Units of two or four bytes. */
const WIDE = /^(?:utf-?(?:16|32)|(?:iso-10646-)?ucs-?[24])/i;

/** The charset that a `Content-Type` declares; UTF-8 without one. */
function charsetOf(type: string): string {
  if (PLAIN.test(type)) return 'utf-8';
  try {
    return parse(type).parameters['charset'] ?? 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'utf-8';
    throw error;
  }
}

/** Whether the text is in UTF-16 or UTF-32: it starts with their byte order mark, or with ASCII in wide units. */
function isWide([first, second]: Uint8Array): boolean {
  if (first === undefined || second === undefined) return false;
  return first === 0 || second === 0 || (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
}

const unsupported = (): HttpError => new HttpError(415, 'INVALID', 'CHARSET_UNSUPPORTED');

/**
 * Rejects UTF-16 and UTF-32, in which the byte of a bracket may be part of a letter. Ignores the names of other
 * charsets: clients of v2.1 declare them for ASCII (contract §1.4), and the bytes are read as UTF-8.
 *
 * @param body JSON or a form
 * @throws HttpError 415
 */
export function refuseWideCharset({ 'content-type': type = '' }: IncomingHttpHeaders, body: Uint8Array): void {
  if (WIDE.test(charsetOf(type)) || isWide(body)) throw unsupported();
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes JSON, which is always UTF-8 (RFC 8259 §8.1).
 *
 * @throws HttpError 415 if the client declares or sends another charset
 */
export function utf8Text({ 'content-type': type = '' }: IncomingHttpHeaders, body: Uint8Array): string {
  if (!UTF_8.test(charsetOf(type)) || isWide(body)) throw unsupported();
  try {
    return utf8.decode(body);
  } catch (error) {
    if (error instanceof TypeError) throw unsupported();
    throw error;
  }
}
