import type { AskingFragment, UserRecordFragment } from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';
import { flag } from '../wire-values.js';
import { verboseOnly } from './verbose.js';

/** The user record of contract §3.9, in its member order. Links to lists end in a slash (contract §7.1 no. 9). */
export function userRecord(
  user: UserRecordFragment,
  { links, verbose }: WireRequest,
  viewer: AskingFragment['viewer'],
) {
  const uri = links.user(user.id);
  const biography = { biography: user.biography };
  return {
    username: user.username,
    full_name: user.fullName,
    ...(!verbose && biography),
    twitter_username: user.twitterUsername,
    ...(verbose && { ...biography, ...verboseMembers(user, viewer) }),
    uri,
    verbose_uri: links.verbose(uri),
    website_uri: links.userPage(user.username),
    talks_uri: links.below(uri, 'talks/'),
    attended_events_uri: links.below(uri, 'attended/'),
    hosted_events_uri: links.below(uri, 'hosted/'),
    talk_comments_uri: links.below(uri, 'talk_comments/'),
    ...(verbose && viewer && { can_edit: verboseOnly(user.viewerCanEdit) }),
  };
}

function verboseMembers(user: UserRecordFragment, viewer: AskingFragment['viewer']) {
  const hash = verboseOnly(user.avatarHash);
  const email = verboseOnly(user.email);
  return {
    trusted: flag(verboseOnly(user.isTrusted)),
    gravatar_hash: hash,
    avatar_hash: hash,
    ...(email !== null && { email }),
    ...(viewer?.isAdmin && { admin: flag(verboseOnly(user.isAdmin) ?? false) }),
  };
}
