import { talkCommentRecord, eventCommentRecord } from '../../../rest-facade/nouns/comment/record.js';
import { address, as, membersOf } from '../member.js';

/** The MD5 of the empty text (contract §3.6). */
const EMPTY_TEXT_HASH = 'd41d8cd98f00b204e9800998ecf8427e';

const avatar = as('user { avatarHash }', ({ user }) => user?.avatarHash ?? EMPTY_TEXT_HASH);
/** Comments on talks and on events. */
const shared = {
  source: as('source', ({ source }) => source ?? ''),
  gravatar_hash: avatar,
  avatar_hash: avatar,
  // An anonymous comment shows an empty name (decisions no. 10).
  user_display_name: as('user { fullName }', ({ user }) => user?.fullName ?? ''),
  user_uri: as(
    'user { id }',
    address('users', ({ user }) => user?.id),
  ),
};

/** Spec §2.5, contract §3.6. */
export const talkComment = membersOf(talkCommentRecord, {
  ...shared,
  uri: as('id', address('talk_comments')),
  verbose_uri: as(
    'id',
    address('talk_comments', ({ id }) => id, '?verbose=yes'),
  ),
  talk_uri: as(
    'talkId',
    address('talks', ({ talkId }) => talkId),
  ),
  talk_comments_uri: as(
    'talkId',
    address('talks', ({ talkId }) => talkId, '/comments'),
  ),
  reported_uri: as(
    'id',
    address('talk_comments', ({ id }) => id, '/reported'),
  ),
});

/** Spec §2.6, contract §3.7. */
export const eventComment = membersOf(eventCommentRecord, {
  ...shared,
  username: as('user { username }', ({ user }) => user?.username),
  comment_uri: as('id', address('event_comments')),
  verbose_comment_uri: as(
    'id',
    address('event_comments', ({ id }) => id, '?verbose=yes'),
  ),
  event_uri: as(
    'eventId',
    address('events', ({ eventId }) => eventId),
  ),
  event_comments_uri: as(
    'eventId',
    address('events', ({ eventId }) => eventId, '/comments'),
  ),
  reported_uri: as(
    'id',
    address('event_comments', ({ id }) => id, '/reported'),
  ),
});
