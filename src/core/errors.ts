/**
 * Error codes and reasons, as two closed unions. The core throws only these; each interface maps them to its own
 * messages (`schema/error-messages.ts`, `rest-facade/wire/errors.ts`). Clients never receive `Error.message`.
 */

export const errorCodes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'INVALID',
  'DUPLICATE',
  'SPAM',
  'CONFLICT',
  'PRECONDITION_FAILED',
  'RATE_LIMITED',
  'TOO_LARGE',
  'NOT_SUPPORTED',
  'UNAVAILABLE',
  'INTERNAL',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const reasons = [
  // Authentication and rate limits
  'LOGIN_REQUIRED',
  'AUTHORIZATION_UNREADABLE',
  'SIGN_IN_FAILED',
  'NOT_VERIFIED',
  'CLIENT_REFUSED',
  'FIRST_PARTY_ONLY',
  'SCOPE_MISSING',
  'RATE_LIMITED',
  'LOGIN_LOCKED',
  // Authorization
  'PENDING_EVENTS_ARE_FOR_ADMINS',
  'REPORTS_ARE_FOR_HOSTS',
  'CLAIMS_ARE_FOR_HOSTS',
  'HOSTS_ONLY',
  'HOSTS_AND_SPEAKERS_ONLY',
  'SPEAKERS_ONLY',
  'DISCLOSURE_TO_SPEAKER',
  'ADMINS_ONLY',
  'AUTHOR_ONLY',
  'OWN_ACCOUNT_ONLY',
  'OWN_HOSTING_STAYS',
  'LAST_HOST_STAYS',
  'LAST_ADMIN_STAYS',
  // Not found
  'EVENT_UNKNOWN',
  'TALK_UNKNOWN',
  'TRACK_UNKNOWN',
  'COMMENT_UNKNOWN',
  'USER_UNKNOWN',
  'LINK_UNKNOWN',
  'ROOM_UNKNOWN',
  'CLAIM_UNKNOWN',
  'APPLICATION_UNKNOWN',
  'TOKEN_UNKNOWN',
  'GRANT_UNKNOWN',
  'SHARE_UNKNOWN',
  'WEBHOOK_UNKNOWN',
  'DELIVERY_UNKNOWN',
  // Field validation
  'FIELD_REQUIRED',
  'TEXT_TOO_LONG',
  'TEXT_UNREADABLE',
  'NUMBER_OUT_OF_RANGE',
  'URL_INVALID',
  'URL_NOT_HTTPS',
  'URL_NOT_PUBLIC',
  'REDIRECT_URI_INVALID',
  'TOO_MANY_REDIRECT_URIS',
  'EMAIL_INVALID',
  'DATE_UNREADABLE',
  'DATE_PASSED',
  'DATES_REVERSED',
  'TIME_ZONE_UNKNOWN',
  'TALK_TYPE_UNKNOWN',
  'LANGUAGE_UNKNOWN',
  'TALK_OUTSIDE_EVENT',
  'SHIFT_AMBIGUOUS',
  'RATING_OUT_OF_RANGE',
  'TOO_MANY_NODES',
  'TOO_MANY_SHARES',
  'TOO_MANY_WEBHOOKS',
  'TOO_MANY_TAGS',
  'TOO_MANY_SPEAKERS',
  'USERNAME_TAKEN',
  'USERNAME_CONFUSABLE',
  'NAME_RESERVED',
  'EMAIL_TAKEN',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'OLD_PASSWORD_REQUIRED',
  'OLD_PASSWORD_WRONG',
  'VERIFICATION_FAILED',
  'RESET_FAILED',
  'EMAIL_CHANGE_FAILED',
  // Conflicts with stored data
  'TOO_MANY_PENDING_EVENTS',
  ...(['TOO_MANY_PENDING_TALKS', 'TOO_MUCH_PENDING_TEXT', 'TOO_MANY_PENDING_WEBHOOKS'] as const),
  'EVENT_NOT_PENDING',
  'EVENT_NOT_APPROVED',
  'EVENT_HAS_FEEDBACK',
  'EVENT_NAME_DIFFERS',
  'COMMENT_COUNT_DIFFERS',
  'ALREADY_HOST',
  'ROOM_NAME_TAKEN',
  'TRACK_OF_OTHER_EVENT',
  'CHANGED_MEANWHILE',
  'COMMENT_DUPLICATE',
  'COMMENT_IS_SPAM',
  'NAMES_ARE_PUBLIC',
  'HIDDEN_NAME_UNRATED',
  'HIDDEN_COMMENT_EXISTS',
  'AUTHOR_NOT_HIDDEN',
  'RESULTS_WITHHELD',
  'COMMENTS_CLOSED',
  'EDIT_TIME_OVER',
  'SPEAKER_NAME_UNKNOWN',
  'SPEAKER_ALREADY_LINKED',
  'CLAIM_NEEDS_SPEAKER_OR_HOST',
  'CLAIM_ALREADY_PENDING',
  'CLAIMED_BY_OTHER',
  'CLAIM_NEEDS_HOST',
  'ASSIGNMENT_NEEDS_SPEAKER',
  'NOT_A_SPEAKER',
  'WEBHOOK_DISABLED',
  'WEBHOOK_UNVERIFIED',
  // Requests, uploads and availability
  'FIRST_WITH_OFFSET',
  'PAGE_SIZE_OUT_OF_RANGE',
  'OFFSET_OUT_OF_RANGE',
  'CURSOR_UNREADABLE',
  'CURSOR_EXPIRED',
  'STREAM_REQUIRED',
  'TOO_MANY_STREAMS',
  'URI_UNKNOWN',
  'DOCUMENT_UNREADABLE',
  'DOCUMENT_INVALID',
  'DOCUMENT_UNKNOWN',
  'VARIABLES_INVALID',
  'REQUEST_INVALID',
  'MEDIA_TYPE_NOT_ACCEPTABLE',
  'CHARSET_UNSUPPORTED',
  'FORM_ORDER_INVALID',
  'FORM_MAP_INVALID',
  'BODY_TOO_LARGE',
  'HOST_UNKNOWN',
  'TOO_COSTLY',
  'TOO_DEEP',
  'IMAGE_MISSING',
  'IMAGE_TYPE',
  'IMAGE_UNREADABLE',
  'IMAGE_NOT_SQUARE',
  'IMAGE_TOO_SMALL',
  'IMAGE_TOO_LARGE',
  'UPLOAD_TOO_LARGE',
  'UPLOAD_INCOMPLETE',
  'IMAGES_BUSY',
  'IMPORTS_BUSY',
  'IMPORT_TOO_COSTLY',
  'STORAGE_UNAVAILABLE',
  'DATABASE_UNREACHABLE',
  'OVERLOADED',
  'UNEXPECTED',
] as const;
export type Reason = (typeof reasons)[number];

/** One validation or domain problem; `field` is the input field, if it concerns one. */
export interface Problem {
  readonly reason: Reason;
  readonly field?: string;
  /** The maximum (or minimum), if the reason concerns a measure such as a length or a count. */
  readonly limit?: number;
  /** Valid values near to the invalid one, the likeliest first. */
  readonly suggestions?: readonly string[];
}

/** Additional information for the caller. */
export interface ErrorDetails {
  /** Whole seconds after which a retry may succeed. */
  readonly retryAfter?: number;
}

/** An error as data: what the caller may know of it. */
export interface Failure {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  readonly details?: ErrorDetails;
}

/** Result of a stored operation: data, or the first failure. */
export interface Outcome {
  readonly data: unknown;
  readonly failure: Failure | null;
}

/** An expected error returned to the caller; never an internal error. */
export class DomainError extends Error implements Failure {
  override readonly name = 'DomainError';

  constructor(
    readonly code: ErrorCode,
    readonly problems: readonly Problem[],
    readonly details: ErrorDetails = {},
  ) {
    super(`${code}: ${problems.map(({ reason, field }) => (field ? `${reason} (${field})` : reason)).join(', ')}`);
  }
}

/** Creates an error with one problem, the usual case. */
export function domainError(code: ErrorCode, reason: Reason, field?: string, limit?: number): DomainError {
  return new DomainError(code, [
    { reason, ...(field !== undefined && { field }), ...(limit !== undefined && { limit }) },
  ]);
}
