import type { Context } from '../context.js';
import type { Problem } from '../errors.js';
import { isEmailAddress, MAX_EMAIL_LENGTH } from './email-address.js';
import { isStorable, MAX_TEXT_LENGTH, type Validation } from '../common/validation.js';

/** Validates account fields. Lengths follow contract §5; surrounding whitespace is trimmed (contract §1.4). */

const MAX_USERNAME_LENGTH = 100;
const MAX_FULL_NAME_LENGTH = 200;
const MAX_TWITTER_USERNAME_LENGTH = 20;

export const validUsername = (validation: Validation, text: string): string =>
  validation.required('username', text.trim(), MAX_USERNAME_LENGTH);

export const validFullName = (validation: Validation, text: string): string =>
  validation.required('fullName', text.trim(), MAX_FULL_NAME_LENGTH);

export function validEmail(validation: Validation, text: string): string {
  const email = validation.required('email', text.trim(), MAX_EMAIL_LENGTH);
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
  const text = (field: string, value: string | null | undefined, maxLength: number) =>
    value === undefined ? undefined : validation.text(field, (value ?? '').trim(), maxLength) || null;
  return {
    twitterUsername: text('twitterUsername', twitterUsername, MAX_TWITTER_USERNAME_LENGTH),
    biography: text('biography', biography, MAX_TEXT_LENGTH),
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
