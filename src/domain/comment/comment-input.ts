import { fail } from '../../errors.js';
import { isTaken } from '../../reads/database-errors.js';
import { LONG_TEXT, Validation } from '../validation.js';

/** What comments on events and on talks have in common; of several things that are wrong the first is told. */

/** The text as it is stored: verbatim (decisions.md no. 10). @throws DomainError INVALID */
export function commentText(text: string): string {
  const validation = new Validation();
  validation.required('text', text, LONG_TEXT);
  validation.done();
  return text;
}

/** @throws DomainError INVALID when there is none */
export function givenRating(rating: number | null | undefined): number {
  if (rating == null) throw fail('INVALID', 'FIELD_REQUIRED', 'rating');
  return rating;
}

/**
 * The rating as it is stored: 1 to 5 and whole, 3.6 becomes 4 (contract §3.7).
 *
 * @param isForced whether it does not count, whatever it says: then it becomes 0 (contract §4.5, decisions.md no. 18)
 * @throws DomainError INVALID
 */
export function storedRating(rating: number, isForced: boolean): number {
  if (isForced) return 0;
  if (rating < 1 || rating > 5) throw fail('INVALID', 'RATING_OUT_OF_RANGE', 'rating');
  return Math.round(rating);
}

/** @throws DomainError INVALID where a deployment enforces the window (decisions.md no. 14) */
export function requireOpenComments(isEnforced: boolean, isOpen: boolean): void {
  if (isEnforced && !isOpen) throw fail('INVALID', 'COMMENTS_CLOSED');
}

/** For `catch`: what the unique index of the digests refuses is a duplicate (contract §3.6, §3.7). */
export function duplicateBy(index: 'event_comments_digest_key' | 'talk_comments_digest_key') {
  return (error: unknown): never => {
    throw isTaken(error, index) ? fail('DUPLICATE', 'COMMENT_DUPLICATE') : error;
  };
}
