import type { Context } from '../../context.js';
import type { Problem } from '../../errors.js';
import { isEmailAddress, LONGEST_EMAIL } from './email-address.js';
import { isStorable, LONG_TEXT, type Validation } from '../validation.js';

/** What people say of themselves. The lengths are those of contract §5; blanks around are never kept (contract §1.4). */

const LONGEST_USERNAME = 100;
const LONGEST_FULL_NAME = 200;
const LONGEST_TWITTER_USERNAME = 20;

export const validUsername = (validation: Validation, text: string): string =>
  validation.required('username', text.trim(), LONGEST_USERNAME);

export const validFullName = (validation: Validation, text: string): string =>
  validation.required('fullName', text.trim(), LONGEST_FULL_NAME);

export function validEmail(validation: Validation, text: string): string {
  const email = validation.required('email', text.trim(), LONGEST_EMAIL);
  if (email !== '' && !isEmailAddress(email)) validation.add('EMAIL_INVALID', 'email');
  return email;
}

/** What may be left out. */
export interface Profile {
  readonly twitterUsername?: string | null | undefined;
  readonly biography?: string | null | undefined;
}

/** Omitted: undefined, which keeps what is stored. Null or empty: null. */
export function validProfile(validation: Validation, { twitterUsername, biography }: Profile) {
  const text = (field: string, given: string | null | undefined, most: number) =>
    given === undefined ? undefined : validation.text(field, (given ?? '').trim(), most) || null;
  return {
    twitterUsername: text('twitterUsername', twitterUsername, LONGEST_TWITTER_USERNAME),
    biography: text('biography', biography, LONG_TEXT),
  };
}

/** Not trimmed: blanks may be part of a password. */
export function validPassword(
  validation: Validation,
  { passwordProblem }: Context['services']['passwords'],
  password: string,
): string {
  const missing: Problem = { reason: 'FIELD_REQUIRED', field: 'password' };
  const problem = password === '' ? missing : passwordProblem(password);
  if (problem) validation.add(problem.reason, problem.field, problem.limit);
  // Two passwords with different halves of characters in them would be one to the hash.
  else if (!isStorable(password)) validation.add('TEXT_UNREADABLE', 'password');
  return password;
}
