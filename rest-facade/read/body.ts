import { parse } from 'content-type';
import { Refusal } from '../refusal.js';
import { WireQuery } from './query.js';

type Members = Readonly<Record<string, unknown>>;

/** JSON under any of its names (contract §1.4): `application/json`, with or without parameters, and `…+json`. */
const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * The members of a request's body.
 *
 * @param contentType the header; undefined when there is none
 * @throws Refusal 400 for a body that is not what it says, 415 for one of another type
 */
export function readBody(bytes: Uint8Array, contentType: string | undefined): Members {
  if (bytes.length === 0) return {};
  const type = typeOf(contentType);
  if (type === FORM_TYPE) return membersOfForm(textOf(bytes));
  if (!JSON_TYPE.test(type)) {
    throw new Refusal('BODY_TYPE_UNSUPPORTED', 'The request body must be JSON (Content-Type: application/json)');
  }
  return membersOfJson(textOf(bytes));
}

/** The media type without parameters, in lower case; empty when there is none that can be read. */
export function typeOf(contentType: string | undefined): string {
  if (contentType === undefined) return '';
  try {
    return parse(contentType).type.toLowerCase();
  } catch (error) {
    if (error instanceof TypeError) return '';
    throw error;
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Refusal('BODY_UNREADABLE', 'The request body must be written in UTF-8', {}, cause);
  }
}

function membersOfJson(text: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Refusal('BODY_UNREADABLE', 'The request body is not valid JSON', {}, cause);
  }
  if (isNothing(value)) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new Refusal('BODY_UNREADABLE', 'The request body must be a JSON object');
}

/** What clients send who have nothing to say: PHP writes an empty set of members as `[]`. */
function isNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function membersOfForm(text: string): Members {
  return WireQuery.parse(text).members();
}
