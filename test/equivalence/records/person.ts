import { address, flag, member, only, type Member } from '../member.js';

const below = (path: string) => address('users', ({ id }) => id, path);

/** Contract §3.2, Hosts. */
export const host: readonly Member[] = [member('host_name', 'fullName'), member('host_uri', 'id', address('users'))];

/** Spec §2.4, contract §3.4: whoever claimed the name. */
export const speaker: readonly Member[] = [
  member('speaker_name', 'name'),
  member(
    'speaker_uri',
    'userId',
    address('users', ({ userId }) => userId ?? undefined),
  ),
];

/** Contract §3.9. */
export const user: readonly Member[] = [
  member('username', 'username'),
  member('full_name', 'fullName'),
  ...only('normal', [member('biography', 'biography')]),
  member('twitter_username', 'twitterUsername'),
  ...only('verbose', [
    member('biography', 'biography'),
    member('trusted', 'isTrusted', flag('isTrusted')),
    member('gravatar_hash', 'avatarHash'),
    member('avatar_hash', 'avatarHash'),
    member('email', 'email', ({ email }) => email ?? undefined),
    member('admin', 'isAdmin', ({ isAdmin }, { viewer }) => (viewer?.isAdmin ? Number(isAdmin) : undefined)),
  ]),
  member('uri', 'id', below('')),
  member('verbose_uri', 'id', below('?verbose=yes')),
  member('website_uri', 'username', ({ username }, { base }) => `${base}/user/${encodeURIComponent(username)}`),
  member('talks_uri', 'id', below('/talks/')),
  member('attended_events_uri', 'id', below('/attended/')),
  member('hosted_events_uri', 'id', below('/hosted/')),
  member('talk_comments_uri', 'id', below('/talk_comments/')),
  ...only('verbose', [
    member('can_edit', 'viewerCanEdit', ({ viewerCanEdit }, { viewer }) => (viewer ? viewerCanEdit : undefined)),
  ]),
];
