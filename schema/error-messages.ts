import { GraphQLError } from 'graphql';
import { DomainError, type ErrorCode, type Failure, type Problem, type Reason } from '../src/core/errors.js';

/** Codes of the automatic persisted queries protocol, which the core does not define. */
export const persistedQueryCodes = ['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_SUPPORTED'] as const;
type PersistedQueryCode = (typeof persistedQueryCodes)[number];

/** Every code that the graph may return. */
export type GraphErrorCode = ErrorCode | PersistedQueryCode;

/** Unwraps the domain error of a GraphQL error; null for any other error. */
export function domainErrorOf(error: unknown): Failure | null {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  return original instanceof DomainError ? original : null;
}

/** Error messages of the graph, by reason. Placeholders: `{field}`, `{limit}`. */
export const messages: Record<Reason, string> = {
  LOGIN_REQUIRED: 'Authentication required: the access token is missing, unknown, expired or revoked.',
  AUTHORIZATION_UNREADABLE: 'Malformed Authorization header; expected `Authorization: Bearer <token>`.',
  SIGN_IN_FAILED: 'Invalid username or password.',
  NOT_VERIFIED: 'E-mail address not verified. Follow the link in the verification mail, or request another one.',
  CLIENT_REFUSED: 'Unknown application, invalid application secret, or application not permitted to do this.',
  FIRST_PARTY_ONLY: 'Permission denied: not available to third-party applications.',
  SCOPE_MISSING: 'Permission denied: the access token lacks the scope that the operation requires.',
  RATE_LIMITED: 'Rate limit exceeded. Retry after the number of seconds in `retryAfter`.',
  LOGIN_LOCKED:
    'Too many failed logins for this account. Log in from an address that logged in within the last 30 days, reset the password, or retry after the number of seconds in `retryAfter`.',
  PENDING_EVENTS_ARE_FOR_ADMINS: 'Permission denied: only site administrators can list pending events.',
  REPORTS_ARE_FOR_HOSTS:
    'Permission denied: only hosts of the event and site administrators can list its comment reports.',
  CLAIMS_ARE_FOR_HOSTS:
    'Permission denied: only hosts of the event and site administrators can list its pending speaker claims.',
  HOSTS_ONLY: 'Permission denied: requires a host of the event or a site administrator.',
  HOSTS_AND_SPEAKERS_ONLY:
    'Permission denied: requires a host of the event, a speaker of the talk or a site administrator.',
  DISCLOSURE_TO_SPEAKER:
    'Permission denied: authors are not disclosed to speakers of the talk, nor to users who claim it.',
  SPEAKERS_ONLY: 'Permission denied: requires a speaker of the talk.',
  ADMINS_ONLY: 'Permission denied: requires a site administrator.',
  AUTHOR_ONLY: 'Permission denied: requires the author of the comment.',
  OWN_ACCOUNT_ONLY: 'Permission denied: requires the owner of the account or a site administrator.',
  OWN_HOSTING_STAYS: 'Hosts cannot remove themselves from an event.',
  LAST_HOST_STAYS: 'Cannot remove the last host of the event.',
  LAST_ADMIN_STAYS: 'Cannot remove the last site administrator.',
  EVENT_UNKNOWN: 'Event not found or not visible to the viewer.',
  TALK_UNKNOWN: 'Talk not found or not visible to the viewer.',
  TRACK_UNKNOWN: 'Track not found or not visible to the viewer.',
  COMMENT_UNKNOWN: 'Comment not found or not visible to the viewer.',
  USER_UNKNOWN: 'User not found.',
  LINK_UNKNOWN: 'Link not found on this talk.',
  ROOM_UNKNOWN: 'No talk of this event is in a room of this name.',
  CLAIM_UNKNOWN: 'Speaker claim not found.',
  APPLICATION_UNKNOWN: 'Application not found or not registered by the viewer.',
  TOKEN_UNKNOWN: 'Access token not found or not revocable.',
  GRANT_UNKNOWN: 'Grant not found, expired or revoked.',
  SHARE_UNKNOWN: 'Share not found or not created by the viewer.',
  WEBHOOK_UNKNOWN: 'Webhook not found or not visible to the viewer.',
  DELIVERY_UNKNOWN: 'Delivery not found, older than 7 days or not visible to the viewer.',
  FIELD_REQUIRED: '`{field}` is required.',
  TEXT_TOO_LONG: '`{field}` exceeds {limit} characters.',
  TEXT_UNREADABLE: '`{field}` contains invalid characters: U+0000 or an unpaired surrogate.',
  NUMBER_OUT_OF_RANGE: '`{field}` is out of range.',
  URL_NOT_HTTPS: '`{field}` must be an https URL.',
  URL_NOT_PUBLIC: '`{field}` must not be a URL of a private network.',
  URL_INVALID: '`{field}` must be an absolute http or https URL without credentials.',
  REDIRECT_URI_INVALID:
    '`{field}` must contain absolute https URLs, loopback URLs such as http://127.0.0.1/callback, or URIs of a scheme with a dot such as com.example.app:/callback, without credentials and fragment.',
  TOO_MANY_REDIRECT_URIS: 'At most {limit} redirect URIs are allowed.',
  EMAIL_INVALID: '`{field}` must be a valid e-mail address.',
  DATE_UNREADABLE: '`{field}` is not a valid date; use a format such as 2026-05-29 or 2026-05-29T09:00:00+02:00.',
  DATE_PASSED: '`{field}` must be in the future.',
  DATES_REVERSED: 'The event must not end before it starts.',
  TIME_ZONE_UNKNOWN: '`{field}` is not an IANA time zone name such as Europe/Amsterdam.',
  TALK_TYPE_UNKNOWN: '`{field}` is not a talk type.',
  LANGUAGE_UNKNOWN: '`{field}` is not a supported language.',
  TALK_OUTSIDE_EVENT:
    'The talk must not start before the event, and must start less than 24 hours after the event ends, unless its start stays the same.',
  SHIFT_AMBIGUOUS: 'Exactly one of `byDays`, `byMinutes` and `newZone` is required.',
  RATING_OUT_OF_RANGE: 'The rating must be from 1 to 5.',
  TOO_MANY_NODES: '`{field}` accepts at most {limit} IDs.',
  TOO_MANY_SHARES: 'At most {limit} shares per speaker and talk can be valid at a time. Revoke one first.',
  TOO_MANY_WEBHOOKS:
    'At most {limit} webhooks are allowed per event, and per site administrator for all events. Delete one first.',
  TOO_MANY_TAGS: 'At most {limit} tags are allowed.',
  TOO_MANY_SPEAKERS: 'At most {limit} speakers are allowed.',
  USERNAME_TAKEN: 'Username already in use.',
  USERNAME_CONFUSABLE: 'Username mixes scripts or contains invisible characters.',
  NAME_RESERVED: 'Name is reserved.',
  EMAIL_TAKEN: 'E-mail address already in use by another account.',
  PASSWORD_TOO_SHORT: 'The password must have at least {limit} characters.',
  PASSWORD_TOO_LONG: 'The password must not exceed {limit} bytes.',
  OLD_PASSWORD_REQUIRED: 'Changing the password requires the current password.',
  OLD_PASSWORD_WRONG: 'The current password is incorrect.',
  VERIFICATION_FAILED: 'The verification token is unknown, used or expired. Request another mail.',
  RESET_FAILED: 'The password reset token is unknown, used or expired. Request another mail.',
  EMAIL_CHANGE_FAILED: 'The e-mail change token is unknown, used, cancelled or expired.',
  TOO_MANY_PENDING_EVENTS: 'At most {limit} submitted events per user can be pending at a time.',
  TOO_MANY_PENDING_TALKS: 'At most {limit} talks are allowed until the event is approved: ask the operators for it.',
  TOO_MUCH_PENDING_TEXT: 'Your events without approval exceed {limit} MB. Shorten them, or ask the operators for it.',
  TOO_MANY_PENDING_WEBHOOKS: 'At most {limit} webhooks are allowed until the event is approved. Delete one first.',
  EVENT_NOT_PENDING: 'The event is not pending approval.',
  EVENT_NOT_APPROVED: 'The event is not approved.',
  EVENT_HAS_FEEDBACK: 'The event has feedback: only a site administrator can withdraw it.',
  EVENT_NAME_DIFFERS: 'The event has another name.',
  COMMENT_COUNT_DIFFERS: 'The event and its talks have {limit} comments.',
  ALREADY_HOST: 'The user already hosts the event.',
  ROOM_NAME_TAKEN: 'Another room of this event has this name.',
  TRACK_OF_OTHER_EVENT: 'The track and the talk belong to different events.',
  CHANGED_MEANWHILE: 'The record has changed since it was read.',
  COMMENT_DUPLICATE: 'Duplicate comment: the viewer already posted this text.',
  COMMENT_IS_SPAM: 'The text was classified as spam.',
  NAMES_ARE_PUBLIC: '`{field}` cannot be true: the feedback policy of the event shows the names of authors.',
  HIDDEN_NAME_UNRATED:
    'A comment with a hidden name requires a rating that counts. Ratings by speakers of the talk, by hosts of their event and by users who have already rated do not count.',
  HIDDEN_COMMENT_EXISTS: 'The viewer cannot add another comment after a comment with a hidden name.',
  RESULTS_WITHHELD:
    'A comment on a talk cannot be withdrawn before the results of the talk are revealed, nor if they would be withheld again.',
  AUTHOR_NOT_HIDDEN: 'The name of the author is not hidden.',
  COMMENTS_CLOSED: 'Comments are closed.',
  EDIT_TIME_OVER: 'Comments can be edited or withdrawn only within {limit} minutes of posting.',
  SPEAKER_NAME_UNKNOWN: 'The talk has no speaker with this name.',
  SPEAKER_ALREADY_LINKED: 'The speaker is already linked to an account, or the account to another speaker of the talk.',
  CLAIM_NEEDS_SPEAKER_OR_HOST:
    'Permission denied: only hosts of the event and site administrators can assign a speaker to another account.',
  CLAIM_ALREADY_PENDING: 'The claim is already pending approval by a host of the event.',
  CLAIMED_BY_OTHER: 'Another account already claims this speaker of the talk.',
  CLAIM_NEEDS_HOST: 'Permission denied: only hosts of the event and site administrators can approve this claim.',
  ASSIGNMENT_NEEDS_SPEAKER: 'Permission denied: only the assigned user can confirm the assignment.',
  NOT_A_SPEAKER: 'The user is not a speaker of the talk.',
  WEBHOOK_DISABLED: 'The webhook is disabled. Enable it with `replaceWebhook` first.',
  WEBHOOK_UNVERIFIED: 'The receiver has not responded to a ping with 2xx. Send one with `pingWebhook` first.',
  FIRST_WITH_OFFSET:
    'Conflicting paging arguments: use either `first` and `after`, `last` and `before`, or `offset` and `limit`.',
  PAGE_SIZE_OUT_OF_RANGE: 'The page size must be from 0 to {limit}.',
  OFFSET_OUT_OF_RANGE: 'The offset must not be negative.',
  CURSOR_UNREADABLE: 'Invalid cursor for this list.',
  STREAM_REQUIRED: 'Subscriptions require the header Accept: text/event-stream.',
  TOO_MANY_STREAMS: 'Too many open subscriptions. Close some, or try again later.',
  CURSOR_EXPIRED:
    'The changes after this cursor no longer exist. Store headCursor, read the records again, then continue there.',
  URI_UNKNOWN: 'The URI does not identify a record of this service.',
  DOCUMENT_UNREADABLE: 'Syntax error in the GraphQL document.',
  DOCUMENT_INVALID: 'The document is not valid against the schema.',
  DOCUMENT_UNKNOWN: 'Unknown stored, persisted or trusted document.',
  VARIABLES_INVALID: 'The variables do not match the operation.',
  REQUEST_INVALID: 'Malformed GraphQL over HTTP request.',
  MEDIA_TYPE_NOT_ACCEPTABLE: 'The header Accept must allow application/json or application/graphql-response+json.',
  CHARSET_UNSUPPORTED: 'The request body must be in UTF-8.',
  FORM_ORDER_INVALID: 'The form must have the parts `operations`, `map` and the file, in this order.',
  FORM_MAP_INVALID:
    'The part `map` must assign the name of the file to one path of a null in `operations`, such as {"0": ["variables.input.image"]}. The file is read once, so it cannot have several paths.',
  BODY_TOO_LARGE: 'The request body exceeds 1 MB.',
  HOST_UNKNOWN: 'The Host header does not name this service.',
  TOO_COSTLY: 'The operation selects too many records or fields, or its response exceeds 10 MB.',
  TOO_DEEP: 'The operation is nested too deeply.',
  IMAGE_MISSING: 'The request contains no image.',
  IMAGE_TYPE: 'The file is not a PNG, JPEG or GIF image.',
  IMAGE_UNREADABLE: 'The image file is damaged and cannot be decoded.',
  IMAGE_NOT_SQUARE: 'The image is not square.',
  IMAGE_TOO_SMALL: 'The image is smaller than 140 by 140 pixels.',
  IMAGE_TOO_LARGE: 'The image is larger than 1440 by 1440 pixels.',
  UPLOAD_TOO_LARGE: 'The file exceeds 10 MB.',
  UPLOAD_INCOMPLETE: 'The upload is incomplete.',
  IMAGES_BUSY: 'Image processing is at capacity. Retry in a few seconds.',
  IMPORTS_BUSY: 'Other schedules are being imported. Retry after the number of seconds in `retryAfter`.',
  IMPORT_TOO_COSTLY: 'The import takes too much time or memory. Nothing was imported: split the file.',
  STORAGE_UNAVAILABLE: 'Image storage unavailable. Retry later.',
  DATABASE_UNREACHABLE: 'Database unavailable. Retry in a few seconds.',
  OVERLOADED: 'Service overloaded. Retry in a few seconds.',
  UNEXPECTED: 'Internal error. Operators can look it up in the logs by `requestId`.',
};

/** Default `retryAfter` in seconds, if the domain error has none. */
const RETRY_AFTER_SECONDS = 2;

/** The message and the extensions of a domain error. */
export function describeError({ code, problems, details }: Failure) {
  const message = problems.map(messageOf).join(' ');
  return {
    message,
    extensions: { code, problems, ...(code === 'UNAVAILABLE' && { retryAfter: RETRY_AFTER_SECONDS }), ...details },
  };
}

/** Describes a reason for the schema. Replaces placeholders by the names of the problem's members. */
export function reasonDescription(reason: Reason): string {
  return messages[reason].replace(/`?\{(field|limit)\}`?/g, '`$1`');
}

function messageOf({ reason, field, limit, suggestions }: Problem): string {
  const message = messages[reason].replace('{field}', field ?? 'This').replace('{limit}', String(limit));
  return suggestions ? `${message} Did you mean ${suggestions.join(' or ')}?` : message;
}
