import type { Context } from '../context.js';
import type { Problem } from '../errors.js';
import { isEmailAddress, LONGEST_EMAIL } from './email-address.js';
import { isStorable, LONG_TEXT, type Validation } from '../common/validation.js';

/** Validates account fields. Lengths follow contract §5; surrounding whitespace is trimmed (contract §1.4). */

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

/** Optional fields of an account. */
export interface Profile {
  readonly twitterUsername?: string | null | undefined;
  readonly biography?: string | null | undefined;
}

/** Undefined leaves the stored value unchanged; null or an empty text clears it. */
export function validProfile(validation: Validation, { twitterUsername, biography }: Profile) {
  const text = (field: string, given: string | null | undefined, most: number) =>
    given === undefined ? undefined : validation.text(field, (given ?? '').trim(), most) || null;
  return {
    twitterUsername: text('twitterUsername', twitterUsername, LONGEST_TWITTER_USERNAME),
    biography: text('biography', biography, LONG_TEXT),
  };
}

/** Not trimmed: whitespace may be part of a password. */
export function validPassword(
  validation: Validation,
  { passwordProblem }: Context['services']['passwords'],
  password: string,
): string {
  const missing: Problem = { reason: 'FIELD_REQUIRED', field: 'password' };
  const problem = password === '' ? missing : passwordProblem(password);
  if (problem) validation.add(problem.reason, problem.field, problem.limit);
  // Unpaired surrogates all encode as U+FFFD in UTF-8, so different passwords would have the same hash.
  else if (!isStorable(password)) validation.add('TEXT_UNREADABLE', 'password');
  return password;
}
