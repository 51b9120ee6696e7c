import { address, member, only, type Member } from '../member.js';

/** The MD5 of the empty text (contract §3.6). */
const NOBODY = 'd41d8cd98f00b204e9800998ecf8427e';

const avatar: readonly Member[] = ['gravatar_hash', 'avatar_hash'].map((name) =>
  member(name, 'user { avatarHash }', ({ user }) => user?.avatarHash ?? NOBODY),
);
const source = only('verbose', [member('source', 'source', (comment) => comment.source ?? '')]);
/** An anonymous comment shows an empty name (decisions.md no. 10). */
const displayName = member('user_display_name', 'user { fullName }', ({ user }) => user?.fullName ?? '');
const userUri = member(
  'user_uri',
  'user { id }',
  address('users', ({ user }) => user?.id),
);

/** Spec §2.5, contract §3.6. */
export const talkComment: readonly Member[] = [
  member('rating', 'rating'),
  member('comment', 'text'),
  displayName,
  member('username', 'user { username }', ({ user }) => user?.username ?? null),
  member('talk_title', 'talkTitle'),
  ...source,
  member('created_date', 'createdAt'),
  ...only('verbose', avatar),
  member('uri', 'id', address('talk_comments')),
  member(
    'verbose_uri',
    'id',
    address('talk_comments', ({ id }) => id, '?verbose=yes'),
  ),
  member(
    'talk_uri',
    'talkId',
    address('talks', ({ talkId }) => talkId),
  ),
  member(
    'talk_comments_uri',
    'talkId',
    address('talks', ({ talkId }) => talkId, '/comments'),
  ),
  member(
    'reported_uri',
    'id',
    address('talk_comments', ({ id }) => id, '/reported'),
  ),
  userUri,
];

/** Spec §2.6, contract §3.7. */
export const eventComment: readonly Member[] = [
  member('rating', 'rating'),
  member('comment', 'text'),
  ...source,
  member('created_date', 'createdAt'),
  ...only('verbose', avatar),
  displayName,
  member('username', 'user { username }', ({ user }) => user?.username),
  userUri,
  member('comment_uri', 'id', address('event_comments')),
  member(
    'verbose_comment_uri',
    'id',
    address('event_comments', ({ id }) => id, '?verbose=yes'),
  ),
  member(
    'event_uri',
    'eventId',
    address('events', ({ eventId }) => eventId),
  ),
  member(
    'event_comments_uri',
    'eventId',
    address('events', ({ eventId }) => eventId, '/comments'),
  ),
  member(
    'reported_uri',
    'id',
    address('event_comments', ({ id }) => id, '/reported'),
  ),
];
