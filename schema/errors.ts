import { GraphQLError } from 'graphql';
import { DomainError, type ErrorCode, type FailureDetails, type Problem, type Reason } from '../src/errors.js';

/** What a failed field tells: the core's code and problems; undefined when it is no error of the core. */
export interface Failure {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  readonly details?: FailureDetails;
}

/** The core's error behind a GraphQL error; null for anything that the core did not mean to say. */
export function failureOf(error: unknown): Failure | null {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  return original instanceof DomainError ? original : null;
}

/** What the graph says of each reason, in words of its own. */
export const sentences: Record<Reason, string> = {
  LOGIN_REQUIRED: 'You must be logged in, with an access token that is known, not expired and not revoked.',
  AUTHORIZATION_UNREADABLE: 'Write the header as `Authorization: Bearer <token>`.',
  SIGN_IN_FAILED: 'The username or the password is wrong.',
  NOT_VERIFIED: 'Verify your e-mail address first, by the link in the mail that we sent you.',
  CLIENT_REFUSED: 'The application is unknown, its secret is wrong, or it may not do this.',
  FIRST_PARTY_ONLY: 'Only applications of the service itself may do this.',
  RATE_LIMITED: 'Too much in too short a time; `retryAfter` says when to try again.',
  PENDING_EVENTS_ARE_FOR_ADMINS: 'Only site administrators see events that await approval.',
  REPORTS_ARE_FOR_HOSTS: 'Only the hosts of the event see its reported comments.',
  CLAIMS_ARE_FOR_HOSTS: 'Only the hosts of the event see its pending claims.',
  HOSTS_ONLY: 'Only the hosts of the event may do this.',
  HOSTS_AND_SPEAKERS_ONLY: 'Only the hosts of the event and the speakers of the talk may do this.',
  ADMINS_ONLY: 'Only site administrators may do this.',
  AUTHOR_ONLY: 'Only the author of the comment may do this.',
  OWN_ACCOUNT_ONLY: 'Only the owner of the account and site administrators may do this.',
  OWN_HOSTING_STAYS: 'You cannot remove yourself from the hosts.',
  LAST_HOST_STAYS: 'An event keeps at least one host.',
  LAST_ADMIN_STAYS: 'The service keeps at least one site administrator.',
  EVENT_UNKNOWN: 'There is no such event, or none for you.',
  TALK_UNKNOWN: 'There is no such talk, or none for you.',
  TRACK_UNKNOWN: 'There is no such track, or none for you.',
  COMMENT_UNKNOWN: 'There is no such comment, or none for you.',
  USER_UNKNOWN: 'There is no such user.',
  LINK_UNKNOWN: 'The talk has no such link.',
  CLAIM_UNKNOWN: 'There is no such claim.',
  APPLICATION_UNKNOWN: 'You have no such application.',
  TOKEN_UNKNOWN: 'You have no such token, or none that can be revoked.',
  FIELD_REQUIRED: '`{field}` is required.',
  TEXT_TOO_LONG: '`{field}` has more than {limit} characters.',
  TEXT_UNREADABLE: '`{field}` holds characters that cannot be stored.',
  NUMBER_OUT_OF_RANGE: '`{field}` is out of range.',
  URL_INVALID: '`{field}` must be an http or https address.',
  EMAIL_INVALID: '`{field}` must be an e-mail address.',
  DATE_UNREADABLE: '`{field}` cannot be read as a date; write it as 2026-05-29 or 2026-05-29T09:00:00+02:00.',
  DATES_REVERSED: 'The event must not end before it starts.',
  TIME_ZONE_UNKNOWN: '`{field}` is no name of the IANA time zone database, such as Europe/Amsterdam.',
  TALK_TYPE_UNKNOWN: '`{field}` is no type of talk.',
  LANGUAGE_UNKNOWN: '`{field}` is no language of this service.',
  TALK_OUTSIDE_EVENT: 'The talk must be given between the start and the end of the event.',
  RATING_OUT_OF_RANGE: 'A rating is a whole number from 1 to 5.',
  TOO_MANY_TAGS: '{limit} tags at most.',
  TOO_MANY_SPEAKERS: '{limit} speakers at most.',
  USERNAME_TAKEN: 'That username is taken.',
  EMAIL_TAKEN: 'That e-mail address belongs to another account.',
  PASSWORD_TOO_SHORT: 'A password has {limit} characters at least.',
  PASSWORD_TOO_LONG: 'A password has {limit} bytes at most.',
  OLD_PASSWORD_REQUIRED: 'Give the old password to set a new one.',
  OLD_PASSWORD_WRONG: 'The old password is wrong.',
  VERIFICATION_FAILED: 'This verification token is unknown, used or expired; ask for another mail.',
  RESET_FAILED: 'This reset token is unknown, used or expired; ask for another mail.',
  TOO_MANY_PENDING_EVENTS: 'You may have {limit} events that await approval at one time.',
  EVENT_NOT_PENDING: 'The event does not await approval.',
  ALREADY_HOST: 'The user is a host of the event already.',
  TRACK_OF_OTHER_EVENT: 'The track belongs to another event than the talk.',
  CHANGED_MEANWHILE: 'This has changed since you read it.',
  COMMENT_DUPLICATE: 'You made this comment before.',
  COMMENT_IS_SPAM: 'The comment was taken for spam.',
  COMMENTS_CLOSED: 'Comments are closed.',
  EDIT_TIME_OVER: 'A comment can be edited for {limit} minutes.',
  SPEAKER_NAME_UNKNOWN: 'The talk has no speaker of that name.',
  SPEAKER_ALREADY_LINKED: 'That speaker of the talk is linked to an account already.',
  CLAIM_NEEDS_SPEAKER_OR_HOST: 'Claim a talk for yourself, or be a host of the event to name somebody else.',
  CLAIM_ALREADY_PENDING: 'Your claim waits for a host of the event.',
  CLAIMED_BY_OTHER: 'Another account has a claim to that speaker of the talk, which comes first.',
  CLAIM_NEEDS_HOST: 'Only the hosts of the event may approve this claim.',
  ASSIGNMENT_NEEDS_SPEAKER: 'Only the user who was named may accept this.',
  NOT_A_SPEAKER: 'That user is no speaker of the talk.',
  FIRST_WITH_OFFSET:
    'Page forwards (first, after), backwards (last, before) or by number (offset, limit): one way at a time.',
  PAGE_SIZE_OUT_OF_RANGE: 'A page has 0 to {limit} records.',
  OFFSET_OUT_OF_RANGE: 'An offset is not negative.',
  CURSOR_UNREADABLE: 'This cursor does not belong to this list.',
  URI_UNKNOWN: 'This is not the address of a record of this service.',
  DOCUMENT_UNREADABLE: 'The document is not GraphQL.',
  DOCUMENT_INVALID: 'The document does not fit the schema.',
  DOCUMENT_UNKNOWN: 'This stored document is not known.',
  VARIABLES_INVALID: 'The variables do not fit the operation.',
  REQUEST_INVALID: 'The request is not GraphQL over HTTP.',
  BODY_TOO_LARGE: 'The body is larger than 1 MB.',
  HOST_UNKNOWN: 'The Host header names no address of this service.',
  TOO_COSTLY: 'The operation asks for too many records at once.',
  TOO_DEEP: 'The operation is nested too deeply.',
  IMAGE_MISSING: 'There is no image in this request.',
  IMAGE_TYPE: 'The file is not a PNG, JPEG or GIF.',
  IMAGE_UNREADABLE: 'The image is damaged and cannot be read.',
  IMAGE_NOT_SQUARE: 'The image is not square.',
  IMAGE_TOO_SMALL: 'The image has less than 140 pixels a side.',
  IMAGE_TOO_LARGE: 'The image has more than 1440 pixels a side.',
  UPLOAD_TOO_LARGE: 'The file is larger than 10 MB.',
  UPLOAD_INCOMPLETE: 'The file did not arrive whole.',
  IMAGES_BUSY: 'Many images are being prepared just now; try again in a few seconds.',
  STORAGE_UNAVAILABLE: 'Images cannot be stored at the moment; try again later.',
  DATABASE_UNREACHABLE: 'The service cannot reach its database; try again in a few seconds.',
  OVERLOADED: 'The service has too much to do at the moment; try again in a few seconds.',
  UNEXPECTED: 'Something went wrong on our side; the request id tells us what.',
};

/** Seconds after which to try again where the core does not say. */
const SOON = 2;

/** The sentence and the extensions of a failure. */
export function describeFailure({ code, problems, details }: Failure) {
  const message = problems.map(sentenceOf).join(' ');
  return { message, extensions: { code, problems, ...(code === 'UNAVAILABLE' && { retryAfter: SOON }), ...details } };
}

/** What a reason means, without a case at hand: `field` and `limit` are members of the problem. */
export function meaningOf(reason: Reason): string {
  return sentences[reason].replace(/`?\{(field|limit)\}`?/g, '`$1`');
}

function sentenceOf({ reason, field, limit }: Problem): string {
  return sentences[reason].replace('{field}', field ?? 'This').replace('{limit}', String(limit));
}
