import type { ErrorCode, Reason } from '../src/core/errors.js';

/** HTTP status of each error code (decisions.md no. 6). */
export const statuses: Readonly<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID: 400,
  DUPLICATE: 400,
  SPAM: 400,
  CONFLICT: 422,
  PRECONDITION_FAILED: 412,
  RATE_LIMITED: 429,
  TOO_LARGE: 413,
  NOT_SUPPORTED: 501,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** Default v2.1 message of each reason. A row overrides it where v2.1 words the same error differently. */
export const sentences: Readonly<Record<Reason, string>> = {
  LOGIN_REQUIRED: 'You must be logged in',
  AUTHORIZATION_UNREADABLE: 'Invalid Authorization Header',
  SIGN_IN_FAILED: 'Signin failed',
  NOT_VERIFIED: 'Not verified',
  CLIENT_REFUSED: 'This client cannot perform this action',
  FIRST_PARTY_ONLY: 'This client does not have permission to perform this operation',
  SCOPE_MISSING: 'This token does not have permission to perform this operation',
  RATE_LIMITED: 'Rate limit exceeded. Try again in {retryAfter} seconds',
  LOGIN_LOCKED:
    'Too many wrong passwords for this account. Log in from an address where you did so in the last 30 days, reset your password, or try again in {retryAfter} seconds',
  PENDING_EVENTS_ARE_FOR_ADMINS: "You don't have permission to view pending events",
  REPORTS_ARE_FOR_HOSTS: "You don't have permission to do that",
  CLAIMS_ARE_FOR_HOSTS: 'You do not have permission to view the claims of this event',
  HOSTS_ONLY: "You don't have permission to do that",
  HOSTS_AND_SPEAKERS_ONLY: "You don't have permission to do that",
  DISCLOSURE_TO_SPEAKER: 'Speakers of the talk cannot see the author of this comment',
  SPEAKERS_ONLY: "You don't have permission to do that",
  ADMINS_ONLY: 'You do not have permission to do that',
  AUTHOR_ONLY: 'You are not the comment author',
  OWN_ACCOUNT_ONLY: 'Could not update user',
  OWN_HOSTING_STAYS: 'You are not allowed to remove yourself from the host-list',
  LAST_HOST_STAYS: 'You are not allowed to remove the last host',
  LAST_ADMIN_STAYS: 'You are not allowed to delete the last site administrator',
  EVENT_UNKNOWN: 'Event not found',
  TALK_UNKNOWN: 'Talk not found',
  TRACK_UNKNOWN: 'Track not found',
  COMMENT_UNKNOWN: 'Comment not found',
  USER_UNKNOWN: 'User not found',
  LINK_UNKNOWN: 'Talk Link ID not found',
  CLAIM_UNKNOWN: 'There was a problem with the claim',
  APPLICATION_UNKNOWN: 'No application found',
  TOKEN_UNKNOWN: 'No tokens found',
  GRANT_UNKNOWN: 'No grants found',
  SHARE_UNKNOWN: 'Shared feedback not found',
  FIELD_REQUIRED: "'{field}' is a required field",
  TEXT_TOO_LONG: "'{field}' must be at most {limit} characters",
  TEXT_UNREADABLE: "'{field}' contains characters that cannot be stored",
  NUMBER_OUT_OF_RANGE: "'{field}' is out of range",
  URL_INVALID: "'{field}' must be a valid URL",
  REDIRECT_URI_INVALID: "'{field}' must contain valid redirect URIs",
  TOO_MANY_REDIRECT_URIS: 'There may be at most {limit} redirect URIs',
  EMAIL_INVALID: "A valid entry for '{field}' is required",
  DATE_UNREADABLE: "'{field}' must be supplied in a recognised format",
  DATE_PASSED: "'{field}' must be in the future",
  DATES_REVERSED: 'The event start date must be before its end date',
  TIME_ZONE_UNKNOWN: "The fields 'tz_continent' and 'tz_place' must be supplied and valid (e.g. Europe and London)",
  TALK_TYPE_UNKNOWN: 'The type is unknown',
  LANGUAGE_UNKNOWN: 'The language is unknown',
  TALK_OUTSIDE_EVENT: 'The talk must be held between the start and end date of the event',
  RATING_OUT_OF_RANGE: 'The field "rating" must be a number (1-5)',
  TOO_MANY_NODES: 'There may be at most {limit} records',
  TOO_MANY_SHARES: 'There may be at most {limit} shares per speaker and talk',
  TOO_MANY_TAGS: 'There may be at most {limit} tags',
  TOO_MANY_SPEAKERS: 'There may be at most {limit} speakers',
  USERNAME_TAKEN: 'That username is already in use. Choose another',
  EMAIL_TAKEN: 'That email is already associated with another account',
  PASSWORD_TOO_SHORT: 'Passwords must be at least {limit} characters long',
  PASSWORD_TOO_LONG: 'Passwords must be at most {limit} bytes long',
  OLD_PASSWORD_REQUIRED: 'The field "old_password" is needed to update a user password',
  OLD_PASSWORD_WRONG: 'The credentials could not be verified',
  VERIFICATION_FAILED: 'Verification failed',
  RESET_FAILED: 'Password could not be reset',
  EMAIL_CHANGE_FAILED: 'The email address could not be changed',
  TOO_MANY_PENDING_EVENTS: 'You may only have {limit} pending events at one time',
  EVENT_NOT_PENDING: 'This event cannot be approved',
  ALREADY_HOST: 'User is already a host',
  TRACK_OF_OTHER_EVENT: 'This talk cannot be added to this track',
  CHANGED_MEANWHILE: 'This has changed since you read it',
  COMMENT_DUPLICATE: 'Duplicate comment',
  COMMENT_IS_SPAM: 'comment failed spam check',
  NAMES_ARE_PUBLIC: 'Comments on this event show the name of their author',
  HIDDEN_NAME_UNRATED: 'You cannot hide your name in this comment, because your rating does not count',
  HIDDEN_COMMENT_EXISTS: 'You cannot add another comment after a comment with a hidden name',
  RESULTS_WITHHELD: 'Comments on a talk cannot be withdrawn before its results are shown',
  AUTHOR_NOT_HIDDEN: 'The author of this comment is not hidden',
  COMMENTS_CLOSED: 'Comments are closed',
  EDIT_TIME_OVER: 'Cannot edit the comment after {limit} minutes',
  SPEAKER_NAME_UNKNOWN: 'No speaker matching that name found',
  SPEAKER_ALREADY_LINKED: 'Talk already claimed',
  CLAIM_NEEDS_SPEAKER_OR_HOST: 'You must be the speaker or event admin to link a user to a talk',
  CLAIM_ALREADY_PENDING:
    'You already have a pending claim for this talk. Please wait for an event admin to approve your claim.',
  CLAIMED_BY_OTHER: 'Talk already claimed',
  CLAIM_NEEDS_HOST: 'You must be an event admin to approve this claim',
  ASSIGNMENT_NEEDS_SPEAKER: 'You must be the talk speaker to approve this assignment',
  NOT_A_SPEAKER: 'Provided user is not a speaker on this talk',
  FIRST_WITH_OFFSET: 'The paging parameters contradict each other',
  PAGE_SIZE_OUT_OF_RANGE: 'The parameter "resultsperpage" is out of range',
  OFFSET_OUT_OF_RANGE: 'The parameter "start" is out of range',
  CURSOR_UNREADABLE: 'The page is unknown',
  CURSOR_EXPIRED: 'The page is unknown',
  STREAM_REQUIRED: 'Method not supported',
  TOO_MANY_STREAMS: 'Too many requests',
  URI_UNKNOWN: 'The address is unknown',
  DOCUMENT_UNREADABLE: 'The request cannot be read',
  DOCUMENT_INVALID: 'The request cannot be read',
  DOCUMENT_UNKNOWN: 'The request cannot be read',
  VARIABLES_INVALID: 'The parameters cannot be read',
  REQUEST_INVALID: 'The request cannot be read',
  BODY_TOO_LARGE: 'The request body is too large',
  HOST_UNKNOWN: 'The Host header names no address of this service',
  TOO_COSTLY: 'The request asks for too much at once',
  TOO_DEEP: 'The request asks for too much at once',
  IMAGE_MISSING: 'Image was not supplied',
  IMAGE_TYPE: 'Supplied image must be a PNG, JPG or GIF',
  IMAGE_UNREADABLE: 'Supplied image must be a PNG, JPG or GIF',
  IMAGE_NOT_SQUARE: 'Supplied image must be square',
  IMAGE_TOO_SMALL: 'Supplied image must be at least 140px square',
  IMAGE_TOO_LARGE: 'Supplied image must be no more than 1440px square',
  UPLOAD_TOO_LARGE: 'Supplied image must be no larger than 10 MB',
  UPLOAD_INCOMPLETE: 'Image upload failed',
  IMAGES_BUSY: 'The image cannot be stored at the moment, please try again',
  STORAGE_UNAVAILABLE: 'The image cannot be stored at the moment, please try again',
  DATABASE_UNREACHABLE: 'The service is not available at the moment, please try again',
  OVERLOADED: 'The service is not available at the moment, please try again',
  UNEXPECTED: 'Something went wrong on our side, please try again',
};

/** Messages of errors that the HTTP stages around the facade raise. */
export const edgeSentences = {
  IDEMPOTENCY_KEY_UNREADABLE: 'The Idempotency-Key must be 1 to 255 printable ASCII characters',
  IDEMPOTENCY_KEY_UNSUPPORTED:
    'Uploads do not support Idempotency-Key. Retry without it; the upload replaces the previous image',
  IDEMPOTENCY_KEY_BUSY: 'A request with this Idempotency-Key is in progress, please try again',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used for another request; use a new key for each request',
} as const;

/** A problem reported by the core. */
export interface CoreProblem {
  readonly reason: Reason;
  readonly field?: string;
  readonly limit?: number;
}

/**
 * Messages of one row that override the defaults: by reason, or by reason and GraphQL field
 * (`FIELD_REQUIRED.location`). `{field}` expands to the wire name of the field, `{given}` to its value in the request.
 */
export type OwnSentences = Readonly<Partial<Record<Reason | `${Reason}.${string}`, string>>>;

/** Wire names of fields that are not the GraphQL name in snake case: `{ title: 'talk_title' }`. */
export type FieldNames = Readonly<Record<string, string>>;

/** Converts a GraphQL field name to its wire name. */
export function wireName(field: string, names: FieldNames = {}): string {
  return (
    (Object.hasOwn(names, field) ? names[field] : undefined) ??
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  );
}

/**
 * Formats the v2.1 message of a problem.
 *
 * @param given returns the value of a wire field in the request
 */
export function sentenceOf(
  { reason, field = '', limit }: CoreProblem,
  own: OwnSentences,
  names: FieldNames | undefined,
  given: (name: string) => string,
): string {
  const sentence = own[`${reason}.${field}`] ?? own[reason] ?? sentences[reason];
  const name = wireName(field, names);
  return sentence
    .replaceAll('{field}', name)
    .replace('{limit}', String(limit))
    .replace('{given}', () => given(name));
}

/** Combined message of several problems with the same reason; undefined if the row defines none. */
export function sentenceOfAll(
  problems: readonly CoreProblem[],
  together: Readonly<Partial<Record<Reason, string>>>,
  names?: FieldNames,
): string | undefined {
  const [first, second] = problems;
  if (!first || !second || problems.some(({ reason }) => reason !== first.reason)) return undefined;
  const fields = problems.map(({ field = '' }) => `'${wireName(field, names)}'`).join(', ');
  return together[first.reason]?.replace('{fields}', fields);
}
