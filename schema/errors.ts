import { GraphQLError } from 'graphql';
import { DomainError, type ErrorCode, type Problem, type Reason } from '../src/errors.js';

/** What a failed field tells: the core's code and problems; undefined when it is no error of the core. */
export interface Failure {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
}

/** The core's error behind a GraphQL error; null for anything that the core did not mean to say. */
export function failureOf(error: unknown): Failure | null {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  return original instanceof DomainError ? original : null;
}

/** What the graph says of each reason, in words of its own. */
export const sentences: Record<Reason, string> = {
  LOGIN_REQUIRED: 'You must be logged in.',
  TOKEN_INVALID: 'The access token is unknown, expired or revoked.',
  AUTHORIZATION_UNREADABLE: 'Write the header as `Authorization: Bearer <token>`.',
  PENDING_EVENTS_ARE_FOR_ADMINS: 'Only site administrators see events that await approval.',
  REPORTS_ARE_FOR_HOSTS: 'Only the hosts of the event see its reported comments.',
  CLAIMS_ARE_FOR_HOSTS: 'Only the hosts of the event see its pending claims.',
  FIRST_WITH_OFFSET:
    'Page forwards (first, after), backwards (last, before) or by number (offset, limit): one way at a time.',
  PAGE_SIZE_OUT_OF_RANGE: 'A page has 0 to 100 records.',
  OFFSET_OUT_OF_RANGE: 'An offset is not negative.',
  CURSOR_UNREADABLE: 'This cursor does not belong to this list.',
  URI_UNKNOWN: 'This is not the address of a record of this service.',
  DATE_UNREADABLE: 'This date cannot be read; write it as 2026-05-29 or 2026-05-29T09:00:00+02:00.',
  TEXT_TOO_LONG: 'This text is too long.',
  TOO_MANY_TAGS: 'Search for 50 tags at most.',
  DOCUMENT_UNREADABLE: 'The document is not GraphQL.',
  DOCUMENT_INVALID: 'The document does not fit the schema.',
  DOCUMENT_UNKNOWN: 'This stored document is not known.',
  VARIABLES_INVALID: 'The variables do not fit the operation.',
  REQUEST_INVALID: 'The request is not GraphQL over HTTP.',
  BODY_TOO_LARGE: 'The body is larger than 1 MB.',
  HOST_UNKNOWN: 'The Host header names no address of this service.',
  TOO_COSTLY: 'The operation asks for too many records at once.',
  TOO_DEEP: 'The operation is nested too deeply.',
  DATABASE_UNREACHABLE: 'The service cannot reach its database; try again in a few seconds.',
  UNEXPECTED: 'Something went wrong on our side; the request id tells us what.',
};

/** The sentence and the extensions of a failure. */
export function describeFailure({ code, problems }: Failure) {
  const message = problems.map(({ reason }) => sentences[reason]).join(' ');
  return { message, extensions: { code, problems } };
}
