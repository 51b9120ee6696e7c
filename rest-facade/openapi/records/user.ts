import type { applicationRecord } from '../../shape/application.js';
import type { languageRecord } from '../../shape/reference.js';
import type { tokenRecord } from '../../shape/token.js';
import type { userRecord } from '../../shape/user.js';
import { address, flag, number, orNull, text } from '../json-schema.js';
import { of, only, own, verbose, type MembersOf } from '../member.js';

const link = (description: string) => own(address, description);
const avatar = verbose(of('User.avatarHash'));

/** Contract §3.9. */
export const user: MembersOf<ReturnType<typeof userRecord>> = {
  username: of('User.username'),
  full_name: of('User.fullName'),
  biography: of('User.biography'),
  twitter_username: of('User.twitterUsername'),
  trusted: verbose(of('User.isTrusted', flag)),
  gravatar_hash: avatar,
  avatar_hash: avatar,
  email: only('for the user and for site administrators, with `verbose=yes`', own(text, 'E-mail address.')),
  admin: only('for site administrators, with `verbose=yes`', own(flag, 'Whether the user is a site administrator.')),
  uri: link('This user.'),
  verbose_uri: link('This user with `verbose=yes`.'),
  website_uri: link('Web page of the user.'),
  talks_uri: link('Talks by the user.'),
  attended_events_uri: link('Events that the user attends.'),
  hosted_events_uri: link('Events that the user hosts.'),
  talk_comments_uri: link('Talk comments of the user.'),
  can_edit: only('for authenticated users, with `verbose=yes`', of('User.viewerCanEdit')),
};

/** Contract §2.3. */
export const token: MembersOf<ReturnType<typeof tokenRecord>> = {
  token: of('AccessToken.id', number, 'Not the secret token.'),
  application: of('Application.name', orNull(text), 'Null for tokens without an application.'),
  created_date: of('AccessToken.createdAt'),
  last_used_date: of('AccessToken.lastUsedAt'),
  application_owner: of('User.fullName', orNull(text), 'In v2.1 the name of the owner of the application.'),
  token_uri: link('This token; revoked with DELETE.'),
};

/** Contract §2.4. */
export const application: MembersOf<ReturnType<typeof applicationRecord>> = {
  consumer_key: of('Application.consumerKey'),
  created_date: of('Application.createdAt'),
  application: of('Application.name'),
  description: of('Application.description'),
  callback_url: of('Application.callbackUrl'),
  consumer_secret: verbose(of('Application.consumerSecret')),
  user_id: verbose(of('Application.ownerId', number)),
  client_uri: link('This application.'),
};

/** Contract §3.10. */
export const language: MembersOf<ReturnType<typeof languageRecord>> = {
  name: of('Language.name'),
  code: of('Language.code'),
  uri: link('This language.'),
  verbose_uri: link('This language; languages have no verbose form.'),
};
