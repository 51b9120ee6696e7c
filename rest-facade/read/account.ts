import type { ContactInput, RegisterInput, ReplaceUserInput } from '../operations/documents.generated.js';
import { Refusal } from '../refusal.js';
import type { WireFields } from './fields.js';

/** The members of `POST /users` (contract §2.5). */
export function registration(fields: WireFields): RegisterInput {
  return {
    username: fields.text('username'),
    fullName: fields.text('full_name'),
    email: fields.text('email'),
    password: fields.text('password'),
    ...profile(fields),
  };
}

/** The members of `PUT /users/{id}` (contract §3.9). */
export function userReplacement(userId: string, fields: WireFields): ReplaceUserInput {
  return {
    userId,
    fullName: fields.text('full_name'),
    email: fields.text('email'),
    username: fields.text('username'),
    password: fields.text('password'),
    currentPassword: fields.text('old_password'),
    ...profile(fields),
  };
}

/** Absent members stay undefined, so that a replacement preserves the stored values. */
function profile(fields: WireFields): Pick<RegisterInput, 'twitterUsername' | 'biography'> {
  const twitterUsername = fields.optionalText('twitter_username');
  const biography = fields.optionalText('biography');
  return { ...(twitterUsername !== undefined && { twitterUsername }), ...(biography !== undefined && { biography }) };
}

/** The members of `POST /contact` (contract §3.11). */
export function contactMessage(fields: WireFields): ContactInput {
  return {
    consumerKey: fields.text('client_id'),
    consumerSecret: fields.text('client_secret'),
    name: fields.text('name'),
    email: fields.text('email'),
    subject: fields.text('subject'),
    comment: fields.text('comment'),
  };
}

/** @throws Refusal 400 for anything but a JSON boolean (contract §3.9) */
export function trustedState(fields: WireFields): boolean {
  const trusted = fields.value('trusted');
  if (typeof trusted === 'boolean') return trusted;
  throw new Refusal('PARAMETER_UNREADABLE', 'You must provide a trusted state');
}
