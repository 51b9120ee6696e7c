import { Refusal } from '../refusal.js';
import type { WireFields } from './fields.js';

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const PUBLIC = new Set(['', '0', 'false', 'n', 'no']);

/**
 * Reads the comment of a request. Clients send ratings as numbers or as strings.
 *
 * @param notANumber v2.1 message for a rating that is not a number
 * @throws Refusal 400
 */
export function commentFields(fields: WireFields, notANumber: string): { text: string; rating: number | null } {
  return { text: fields.text('comment'), rating: ratingOf(fields.value('rating'), notANumber) };
}

/** Absent, null and empty ratings become null; the core reports them as missing. */
function ratingOf(value: unknown, notANumber: string): number | null {
  const given = typeof value === 'string' ? value.trim() : value;
  if (given === undefined || given === null || given === '') return null;
  const rating = typeof given === 'string' && DECIMAL.test(given) ? Number(given) : given;
  if (typeof rating !== 'number' || !Number.isFinite(rating)) throw new Refusal('PARAMETER_UNREADABLE', notANumber);
  return rating;
}

/** Rejects private comments, since no caller could read them (decisions.md no. 15). @throws Refusal 400 */
export function refusePrivate(fields: WireFields): void {
  const value = fields.value('private') ?? '';
  if (typeof value === 'object' || !PUBLIC.has(String(value).trim().toLowerCase())) {
    throw new Refusal('PRIVATE_UNSUPPORTED', 'Private comments are not supported');
  }
}
