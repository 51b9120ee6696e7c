/**
 * What can go wrong, as two closed unions. The core fails with these alone; each door gives them its own words
 * (`schema/errors.ts`, `rest-facade/errors.ts`). Nobody reads the text of a message.
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
  'LOGIN_REQUIRED',
  'TOKEN_INVALID',
  'AUTHORIZATION_UNREADABLE',
  'PENDING_EVENTS_ARE_FOR_ADMINS',
  'REPORTS_ARE_FOR_HOSTS',
  'CLAIMS_ARE_FOR_HOSTS',
  'FIRST_WITH_OFFSET',
  'PAGE_SIZE_OUT_OF_RANGE',
  'OFFSET_OUT_OF_RANGE',
  'CURSOR_UNREADABLE',
  'URI_UNKNOWN',
  'DATE_UNREADABLE',
  'TEXT_TOO_LONG',
  'TOO_MANY_TAGS',
  'DOCUMENT_UNREADABLE',
  'DOCUMENT_INVALID',
  'DOCUMENT_UNKNOWN',
  'VARIABLES_INVALID',
  'REQUEST_INVALID',
  'BODY_TOO_LARGE',
  'HOST_UNKNOWN',
  'TOO_COSTLY',
  'TOO_DEEP',
  'DATABASE_UNREACHABLE',
  'UNEXPECTED',
] as const;
export type Reason = (typeof reasons)[number];

/** One thing that is wrong, and the input field it is about where there is one. */
export interface Problem {
  readonly reason: Reason;
  readonly field?: string;
}

/** An outcome that the caller is told of: never a fault of the service itself. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: ErrorCode,
    readonly problems: readonly Problem[],
  ) {
    super(`${code}: ${problems.map(({ reason, field }) => (field ? `${reason} (${field})` : reason)).join(', ')}`);
  }
}

/** The usual case: one problem. */
export function fail(code: ErrorCode, reason: Reason, field?: string): DomainError {
  return new DomainError(code, [field === undefined ? { reason } : { reason, field }]);
}
