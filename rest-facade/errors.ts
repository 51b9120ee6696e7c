import type { ErrorCode, Reason } from '../src/errors.js';

/** The status of each way to fail (decisions.md no. 6). */
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

/** What v2.1 says of each reason; a row names its own sentence where v2.1 says the same thing differently. */
export const sentences: Readonly<Record<Reason, string>> = {
  LOGIN_REQUIRED: 'You must be logged in',
  TOKEN_INVALID: 'You must be logged in',
  AUTHORIZATION_UNREADABLE: 'Invalid Authorization Header',
  PENDING_EVENTS_ARE_FOR_ADMINS: "You don't have permission to view pending events",
  REPORTS_ARE_FOR_HOSTS: "You don't have permission to do that",
  CLAIMS_ARE_FOR_HOSTS: 'You do not have permission to view the claims of this event',
  FIRST_WITH_OFFSET: 'The paging parameters contradict each other',
  PAGE_SIZE_OUT_OF_RANGE: 'The parameter "resultsperpage" is out of range',
  OFFSET_OUT_OF_RANGE: 'The parameter "start" is out of range',
  CURSOR_UNREADABLE: 'The page is unknown',
  URI_UNKNOWN: 'The address is unknown',
  DATE_UNREADABLE: 'The date must be supplied in a recognised format',
  TEXT_TOO_LONG: 'The search text is too long',
  TOO_MANY_TAGS: 'The search has too many tags',
  DOCUMENT_UNREADABLE: 'The request cannot be read',
  DOCUMENT_INVALID: 'The request cannot be read',
  DOCUMENT_UNKNOWN: 'The request cannot be read',
  VARIABLES_INVALID: 'The parameters cannot be read',
  REQUEST_INVALID: 'The request cannot be read',
  BODY_TOO_LARGE: 'The request body is too large',
  HOST_UNKNOWN: 'The Host header names no address of this service',
  TOO_COSTLY: 'The request asks for too much at once',
  TOO_DEEP: 'The request asks for too much at once',
  DATABASE_UNREACHABLE: 'The service is not available at the moment, please try again',
  UNEXPECTED: 'Something went wrong on our side, please try again',
};

/** Sentences that one row says in place of the common ones. */
export type OwnSentences = Partial<Readonly<Record<Reason, string>>>;
