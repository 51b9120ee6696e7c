import { flag as flagSchema, text as textSchema } from '../../wire/json-schema.js';
import type { WireFields } from '../../wire/fields.js';
import { body, optionalText, text } from '../../table/body.js';
import { record } from '../../table/record.js';
import { link, page } from '../../table/record-links.js';
import { forViewer, of, only, verbose, verboseAfter } from '../../table/rows.js';
import { Refusal } from '../../wire/refusal.js';
import { flag } from '../../wire/wire-values.js';

const adminFlag = (isAdmin: boolean | null) => flag(isAdmin ?? false);

/** The members of contract §3.9, in its order. Links to lists end in a slash (contract 7.1-9). */
export const userRecord = record('User', {
  username: of('username'),
  full_name: of('fullName'),
  biography: verboseAfter('twitter_username', of('biography')),
  twitter_username: of('twitterUsername'),
  trusted: verbose(of('isTrusted', flag, { schema: flagSchema })),
  gravatar_hash: verbose(of('avatarHash')),
  avatar_hash: verbose(of('avatarHash')),
  email: verbose(
    only(
      'for the user and for site administrators',
      of('email', { schema: textSchema, description: 'E-mail address.' }),
    ),
  ),
  admin: verbose(
    only(
      'for site administrators',
      of('isAdmin', adminFlag, { schema: flagSchema, description: 'Whether the user is a site administrator.' }),
      forViewer((viewer) => viewer?.isAdmin === true),
    ),
  ),
  uri: link('/users/{id}', 'This user.'),
  verbose_uri: link('/users/{id}?verbose=yes', 'This user with `verbose=yes`.'),
  website_uri: page('/user/{username}', 'Web page of the user.'),
  talks_uri: link('/users/{id}/talks/', 'Talks by the user.'),
  attended_events_uri: link('/users/{id}/attended/', 'Events that the user attends.'),
  hosted_events_uri: link('/users/{id}/hosted/', 'Events that the user hosts.'),
  talk_comments_uri: link('/users/{id}/talk_comments/', 'Talk comments of the user.'),
  can_edit: verbose(
    only(
      'for authenticated users',
      of('viewerCanEdit'),
      forViewer((viewer) => viewer !== null),
    ),
  ),
});

/** Absent members stay absent, so that a replacement preserves the stored values. */
const profile = { twitter_username: optionalText('twitterUsername'), biography: optionalText('biography') };

/** The body of `POST /users` (contract §2.5). */
export const registrationBody = body(
  {
    full_name: text('fullName'),
    email: text('email'),
    username: text('username'),
    password: text('password'),
    ...profile,
  },
  ['username'],
);

/** The body of `PUT /users/{id}` (contract §3.9). */
export const userBody = body(
  {
    full_name: text('fullName'),
    email: text('email'),
    username: text('username'),
    password: text('password'),
    ...profile,
    old_password: text('currentPassword'),
  },
  ['full_name', 'email', 'username', 'password', 'old_password'],
);

/** The body of `POST /contact` (contract §3.11). */
export const contactBody = body({
  client_id: text('consumerKey'),
  client_secret: text('consumerSecret'),
  name: text('name'),
  email: text('email'),
  subject: text('subject'),
  comment: text('comment'),
});

/** @throws Refusal 400 for anything but a JSON boolean (contract §3.9) */
export function trustedState(fields: WireFields): boolean {
  const trusted = fields.value('trusted');
  if (typeof trusted === 'boolean') return trusted;
  throw new Refusal('PARAMETER_UNREADABLE', 'You must provide a trusted state');
}
