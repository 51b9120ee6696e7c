import { body } from '../body/body.js';
import { optionalText, text } from '../body/rows.js';
import type { WireFields } from '../read/fields.js';
import { Refusal } from '../refusal.js';

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
