import { orNull, rating, text as textSchema, yesOrNo } from '../../wire/json-schema.js';
import type { WireFields } from '../../wire/fields.js';
import { body, parsed, text } from '../../table/body.js';
import { record } from '../../table/record.js';
import { link } from '../../table/record-links.js';
import { of, only, verbose } from '../../table/rows.js';
import { Refusal } from '../../wire/refusal.js';
import type { FacadeSettings } from '../../wire/request.js';

/** Avatar hash of anonymous authors: MD5 of the empty string (contract §3.6). */
const ANONYMOUS_HASH = 'd41d8cd98f00b204e9800998ecf8427e';
const BY_ACCOUNT = 'for comments by an active account';

const orEmpty = (value: string | null): string => value ?? '';
const authorName = of('user.fullName', orEmpty, {
  schema: textSchema,
  note: 'Empty for anonymous comments and for inactive accounts.',
});
const authorLink = link('/users/{user.id}', 'The author.', BY_ACCOUNT);
/** Null under COMPATIBILITY=legacy: the original's website prints `(via )` for an empty text (decisions no. 38, 54). */
const sourceOf = (
  name: string | null,
  { settings }: { readonly settings: Pick<FacadeSettings, 'legacyCompatibility'> },
): string | null => name ?? (settings.legacyCompatibility ? null : '');
const source = verbose(
  of('source', sourceOf, {
    schema: orNull(textSchema),
    description:
      'Name of the application with which the comment was posted; empty if unknown, or null under `COMPATIBILITY=legacy`.',
  }),
);
/** Under the name in the spec and under the one that clients read (decisions no. 3). */
const avatar = verbose(of('user.avatarHash', (hash: string | null) => hash ?? ANONYMOUS_HASH));

/** Spec §2.5, in the member order of contract §3.6. */
export const talkCommentRecord = record('TalkComment', {
  rating: of('rating', { schema: rating }),
  comment: of('text'),
  user_display_name: authorName,
  username: of('user.username', { schema: orNull(textSchema), note: 'Null for anonymous comments.' }),
  talk_title: of('talkTitle'),
  source,
  created_date: of('createdAt'),
  gravatar_hash: avatar,
  avatar_hash: avatar,
  uri: link('/talk_comments/{id}', 'This comment.'),
  verbose_uri: link('/talk_comments/{id}?verbose=yes', 'This comment with `verbose=yes`.'),
  talk_uri: link('/talks/{talkId}', 'The talk.'),
  talk_comments_uri: link('/talks/{talkId}/comments', 'All comments on the talk.'),
  reported_uri: link('/talk_comments/{id}/reported', 'Reports this comment, with POST.'),
  user_uri: authorLink,
});

/** Spec §2.6, in the member order of contract §3.7. */
export const eventCommentRecord = record('EventComment', {
  rating: of('rating', { schema: orNull(rating) }),
  comment: of('text'),
  source,
  created_date: of('createdAt'),
  gravatar_hash: avatar,
  avatar_hash: avatar,
  user_display_name: authorName,
  username: only(BY_ACCOUNT, of('user.username', { schema: textSchema })),
  user_uri: authorLink,
  comment_uri: link('/event_comments/{id}', 'This comment.'),
  verbose_comment_uri: link('/event_comments/{id}?verbose=yes', 'This comment with `verbose=yes`.'),
  event_uri: link('/events/{eventId}', 'The event.'),
  event_comments_uri: link('/events/{eventId}/comments', 'All comments on the event.'),
  reported_uri: link('/event_comments/{id}/reported', 'Reports this comment, with POST.'),
});

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const NO = new Set(['', '0', 'false', 'n', 'no']);
const YES = new Set(['1', 'true', 'y', 'yes']);

/** Rejects other values: a misspelt one must not publish a name. @throws Refusal 400 */
function isTrue(value: unknown): boolean {
  const word = String(value ?? '')
    .trim()
    .toLowerCase();
  if (typeof value !== 'object' && YES.has(word)) return true;
  if (value == null || (typeof value !== 'object' && NO.has(word))) return false;
  throw new Refusal('PARAMETER_UNREADABLE', 'The field "anonymous" must be 0 or 1');
}

/** Clients send ratings as numbers or as strings. @param notANumber v2.1 message for a rating that is not a number */
const commentBody = (notANumber: string) =>
  body({
    comment: text('text'),
    rating: parsed('rating', (fields, name) => ratingOf(fields.value(name), notANumber), { required: true }),
    anonymous: parsed('hideName', (fields, name) => isTrue(fields.value(name)), { schema: yesOrNo }),
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

/** Rejects private comments, since no caller could read them (decisions no. 15). @throws Refusal 400 */
export function rejectPrivate(fields: WireFields): void {
  const value = fields.value('private') ?? '';
  if (typeof value === 'object' || !NO.has(String(value).trim().toLowerCase())) {
    throw new Refusal('PRIVATE_UNSUPPORTED', 'Private comments are not supported');
  }
}
