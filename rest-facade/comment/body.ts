import { body } from '../body/body.js';
import { parsed, text } from '../body/rows.js';
import { Refusal } from '../refusal.js';
import type { WireFields } from '../read/fields.js';

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const PUBLIC = new Set(['', '0', 'false', 'n', 'no']);

/** Clients send ratings as numbers or as strings. @param notANumber v2.1 message for a rating that is not a number */
const commentBody = (notANumber: string) =>
  body({
    comment: text('text'),
    rating: parsed('rating', (fields, name) => ratingOf(fields.value(name), notANumber), { required: true }),
  });

/** The body of a comment on an event (spec §4.3). */
export const eventCommentBody = commentBody('The field "rating" must be a number');
/** The body of a comment on a talk (spec §4.6). */
export const talkCommentBody = commentBody('The field "rating" must be a number (1-5)');
/** The body of an edited comment on a talk. */
export const editedCommentBody = body({ comment: text('text') });

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
