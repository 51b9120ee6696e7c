import { domainError } from '../errors.js';
import { isUniqueViolation } from '../../database/sql-state.js';
import { normalForm } from '../common/normal-form.js';
import { MAX_TEXT_LENGTH, Validation } from '../common/validation.js';
import type { Context } from '../context.js';
import { defaultPolicy, type FeedbackPolicy } from '../reads/feedback-policy.js';
import { hidesName, type CommentCircumstances } from './hidden-name.js';
import { createHash } from 'node:crypto';

/** Validation shared by comments on events and on talks. */

/** Validates the text, which is stored verbatim (decisions no. 10). @throws DomainError INVALID */
export function commentText(text: string): string {
  const validation = new Validation();
  validation.required('text', text, MAX_TEXT_LENGTH);
  validation.throwIfInvalid();
  return text;
}

interface CommentInput {
  readonly text: string;
  readonly rating?: number | null;
  readonly hideName?: boolean | null;
}

const checks: Readonly<Record<'text' | 'rating', (validation: Validation, input: CommentInput) => void>> = {
  text: (validation, { text }) => validation.required('text', text, MAX_TEXT_LENGTH),
  rating: (validation, { rating }) => {
    if (rating == null) validation.add('FIELD_REQUIRED', 'rating');
  },
};

interface CommentChecks {
  /** The first problem becomes the message of v2.1. */
  readonly order: readonly (keyof typeof checks)[];
  /** The feedback policy of the event; null if it is the default. */
  readonly policy: FeedbackPolicy | null;
  /** Whether the deployment enforces the comment window (decisions no. 14) and it is closed. */
  readonly isClosed: boolean;
  /** Whether any rating of the author becomes 0. Queried only for an invalid rating: see `storedRating`. */
  readonly isRatingIgnored: () => Promise<boolean>;
}

/**
 * Validates a new comment.
 *
 * @returns the text, the rating, whose range `storedRating` validates in the transaction, and whether the name is
 *   hidden, which `namePrivacy` decides in the transaction
 * @throws DomainError INVALID with all problems
 */
export async function validateComment(
  input: CommentInput,
  { order, policy, isClosed, isRatingIgnored }: CommentChecks,
) {
  const { names, ratings } = policy ?? defaultPolicy;
  const validation = new Validation(new Set(ratings === 'OFF' ? ['rating'] : []));
  for (const field of order) checks[field](validation, input);
  if (isClosed) validation.add('COMMENTS_CLOSED');
  if (input.hideName === true && names === 'PUBLIC') validation.add('NAMES_ARE_PUBLIC', 'hideName');
  const { text, rating } = input;
  if (!validation.isValid && rating != null && isOutOfRange(rating) && !(await isRatingIgnored())) {
    validation.add('RATING_OUT_OF_RANGE', 'rating');
  }
  validation.throwIfInvalid();
  return { text, rating: rating ?? 0, isNameHidden: hidesName(names, input.hideName) };
}

const isOutOfRange = (rating: number): boolean => !(rating >= 1 && rating <= 5);

/**
 * Returns the rating to store: 1 to 5, rounded to an integer, so 3.6 becomes 4 (contract §3.7).
 *
 * @param isIgnored whether the rating does not count, whatever its value: then it becomes 0 (contract §4.5, decisions
 *   no. 18)
 * @throws DomainError INVALID
 */
export function storedRating(rating: number, isIgnored: boolean): number {
  if (isIgnored) return 0;
  if (isOutOfRange(rating)) throw domainError('INVALID', 'RATING_OUT_OF_RANGE', 'rating');
  return Math.round(rating);
}

/** Why a rating does not count, whatever its value. */
export type RatingIgnoredReason = 'RATINGS_OFF' | 'ALREADY_RATED' | 'OWN';

/** @returns null if the rating counts */
export function ratingIgnoredReason({
  ratings,
  hasRated,
  ratesInVain,
}: Pick<CommentCircumstances, 'ratings' | 'hasRated' | 'ratesInVain'>): RatingIgnoredReason | null {
  if (ratings === 'OFF') return 'RATINGS_OFF';
  if (hasRated) return 'ALREADY_RATED';
  return ratesInVain ? 'OWN' : null;
}

/** A comment that was stored. */
export interface PostedComment {
  readonly id: string;
  /** Why its rating was stored as 0; null if it counts. */
  readonly ratingIgnoredReason: RatingIgnoredReason | null;
}

/** Handler for `catch`: translates a unique violation of the digest index into DUPLICATE (contract §3.6, §3.7). */
export function rethrowDuplicate(index: 'event_comments_digest_key' | 'talk_comments_digest_key') {
  return (error: unknown): never => {
    throw isUniqueViolation(error, index) ? domainError('DUPLICATE', 'COMMENT_DUPLICATE') : error;
  };
}

/** A comment to be checked before publication. */
interface Comment {
  readonly kind: 'talk_comment' | 'event_comment';
  readonly text: string;
  readonly author: { readonly fullName: string; readonly ownEmail: string };
  /** Whether to withhold the author from external services. */
  readonly isNameHidden: boolean;
  /** URL of the page that would show it. */
  readonly page: string;
}

/**
 * Checks a comment for spam (contract §4.9). This may take seconds: never call it inside a transaction.
 *
 * @returns whether the check was unavailable: such a comment is accepted and marked
 * @throws DomainError SPAM
 */
export async function isUncheckedComment(
  { services, client }: Pick<Context, 'services' | 'client'>,
  { kind, text, author, isNameHidden, page }: Comment,
): Promise<boolean> {
  const verdict = await services.spam.check({
    kind,
    comment: text,
    authorName: author.fullName,
    authorEmail: author.ownEmail,
    isAuthorHidden: isNameHidden,
    address: client.address,
    userAgent: client.userAgent,
    permalink: page,
  });
  if (verdict === 'spam') throw domainError('SPAM', 'COMMENT_IS_SPAM');
  return verdict === 'unchecked';
}

const HEX_DIGITS = 32;

/**
 * Accents of Latin, Greek and Cyrillic. Vowel signs and voicing marks of other scripts are letters, and are retained.
 */
const accents = /[\u0300-\u036f]/g;

/**
 * Digest that detects duplicate comments: 32 hex digits of the SHA-256 of the text, ignoring case and accents (contract
 * §3.6).
 */
export function commentDigest(text: string): string {
  const plain = normalForm(text, 'NFKD').replace(accents, '').toLowerCase();
  return createHash('sha256').update(plain).digest('hex').slice(0, HEX_DIGITS);
}
