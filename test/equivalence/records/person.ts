import { userRecord } from '../../../rest-facade/nouns/user/record.js';
import { speakerRecord } from '../../../rest-facade/nouns/talk/record.js';
import { hostRecord } from '../../../rest-facade/nouns/event/record.js';
import { address, as, flag, membersOf } from '../member.js';

const below = (path: string) => address('users', ({ id }) => id, path);

/** Contract §3.2, Hosts. */
export const host = membersOf(hostRecord, {
  host_uri: as('id', address('users')),
});

/** Spec §2.4, contract §3.4: the user who claimed the name. */
export const speaker = membersOf(speakerRecord, {
  speaker_uri: as(
    'userId',
    address('users', ({ userId }) => userId ?? undefined),
  ),
});

/** Contract §3.9. */
export const user = membersOf(userRecord, {
  trusted: as('isTrusted', flag('isTrusted')),
  email: as('email', ({ email }) => email ?? undefined),
  admin: as('isAdmin', ({ isAdmin }, { viewer }) => (viewer?.isAdmin ? Number(isAdmin) : undefined)),
  uri: as('id', below('')),
  verbose_uri: as('id', below('?verbose=yes')),
  website_uri: as('username', ({ username }, { base }) => `${base}/user/${encodeURIComponent(username)}`),
  talks_uri: as('id', below('/talks/')),
  attended_events_uri: as('id', below('/attended/')),
  hosted_events_uri: as('id', below('/hosted/')),
  talk_comments_uri: as('id', below('/talk_comments/')),
  can_edit: as('viewerCanEdit', ({ viewerCanEdit }, { viewer }) => (viewer ? viewerCanEdit : undefined)),
});
