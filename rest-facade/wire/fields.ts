import { parse } from 'content-type';
import { Refusal } from './refusal.js';
import { WireQuery } from './query.js';

/** Request fields in one flat namespace: members of the body override query parameters (contract §1.4). */
export class WireFields {
  constructor(
    private readonly query: WireQuery,
    private readonly body: Readonly<Record<string, unknown>>,
  ) {}

  /** Whether the request contains the field, with any value. */
  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /** Returns the raw value: any JSON from the body, a string or an array of strings from the query. */
  value(name: string): unknown {
    if (Object.hasOwn(this.body, name)) return this.body[name];
    return this.query.text(name) ?? (this.query.list(name).length > 0 ? this.query.list(name) : undefined);
  }

  /**
   * Reads a string. Absent and null values become the empty string, numbers their decimal representation.
   *
   * @throws Refusal 400 for anything else
   */
  text(name: string): string {
    return this.optionalText(name) ?? '';
  }

  /** Like `text`, but undefined if absent: some writes preserve the stored values of absent fields. */
  optionalText(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (value === null) return '';
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    throw new Refusal('PARAMETER_UNREADABLE', `Expected parameter ${name} is not a readable string`);
  }
}

type Members = Readonly<Record<string, unknown>>;

/** JSON media types (contract §1.4): `application/json` and `…+json`, without their parameters. */
const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * Parses the members of a request body.
 *
 * @param contentType the header; undefined if absent
 * @throws Refusal 400 for a malformed body, 415 for an unsupported media type
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

/** Returns the media type without parameters in lower case; empty if it is absent or malformed. */
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

/** Clients send these for an object without members: PHP serializes an empty array as `[]`. */
function isNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function membersOfForm(text: string): Members {
  return WireQuery.parse(text).members();
}
