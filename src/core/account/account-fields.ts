import type { Context } from '../context.js';
import { type Problem, domainError } from '../errors.js';
import { isStorable } from '../../database/storable.js';
import { isLongerThan, MAX_TEXT_LENGTH, type Validation } from '../common/validation.js';
import { namesInUse } from '../reads/accounts.js';
import { isMisleading } from './username.js';
import { isUniqueViolation } from '../../database/sql-state.js';

/** Validates account fields. Lengths follow contract §5; surrounding whitespace is trimmed (contract §1.4). */

const MAX_USERNAME_LENGTH = 100;
const MAX_FULL_NAME_LENGTH = 200;
const MAX_TWITTER_USERNAME_LENGTH = 20;
/** Segments of a path that URLs omit: the page of such a user would be another one. */
const SEGMENT_OF_DOTS = /^\.{1,2}$/;

/** @param stored the present username of the account, which stays valid */
export function validUsername(validation: Validation, text: string, stored?: string): string {
  const username = validation.required('username', text.trim(), MAX_USERNAME_LENGTH);
  // Unicode normalisation takes quadratic time, so longer texts are not examined.
  const isExamined = username !== stored && isStorable(username) && !isLongerThan(username, MAX_USERNAME_LENGTH);
  if (isExamined && isMisleading(username)) validation.add('USERNAME_CONFUSABLE', 'username');
  else if (username !== stored && SEGMENT_OF_DOTS.test(username)) validation.add('NAME_RESERVED', 'username');
  return username;
}

/** @param stored the present name of the account, which stays valid */
export const validFullName = (validation: Validation, text: string, stored?: string): string =>
  validation.requiredName('fullName', text.trim(), MAX_FULL_NAME_LENGTH, stored);

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

/**
 * Undefined leaves the stored value unchanged; null or an empty text clears it.
 *
 * @param stored the present profile of the account, whose name stays valid
 */
export function validProfile(validation: Validation, { twitterUsername, biography }: Profile, stored?: Profile) {
  const trimmed = (value: string | null) => (value ?? '').trim();
  return {
    twitterUsername:
      twitterUsername === undefined
        ? undefined
        : validation.name(
            'twitterUsername',
            trimmed(twitterUsername),
            MAX_TWITTER_USERNAME_LENGTH,
            stored?.twitterUsername,
          ) || null,
    biography:
      biography === undefined ? undefined : validation.text('biography', trimmed(biography), MAX_TEXT_LENGTH) || null,
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

/**
 * Excludes characters with a special meaning in mail headers, to prevent injection of a list, display name or header.
 */
const LOCAL = String.raw`[^\s@<>()[\]\\,;:"\p{C}]{1,64}`;
const LABEL = String.raw`[\p{L}\p{M}\p{N}-]{1,63}`;
const ADDRESS = new RegExp(`^${LOCAL}@(?:${LABEL}\\.)+[\\p{L}\\p{M}\\p{N}-]{2,63}$`, 'u');
const DOTS = /^\.|\.\.|\.@/;

/** Maximum length of a stored address, in characters (contract §5). */
export const MAX_EMAIL_LENGTH = 200;

/** Whether a text is a single bare e-mail address, in any script: a local part, an `@`, and a domain with a dot. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 2 * MAX_EMAIL_LENGTH && ADDRESS.test(text) && !DOTS.test(text);
}

/** Compares addresses case-insensitively, as their unique index does. */
export const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether a username is an e-mail address other than the own one. */
export const isOthersAddress = (username: string, ownEmail: string): boolean =>
  isEmailAddress(username) && !isSameEmail(username, ownEmail);

/**
 * Checks which of two names another account uses, so that a form receives all problems at once. Races are resolved by
 * `reserveUsername` and the unique indexes: see `translateNameConflict`. Names that cannot be stored are not in use.
 *
 * A new username that is an e-mail address counts as taken, unless it is the own address: the mails and logins of another
 * person's address would be those of the account with that name.
 *
 * @param own the account that may use them; null for a new one
 */
export async function findTakenNames(
  { reads }: Pick<Context, 'reads'>,
  names: { readonly username: string; readonly email: string },
  own: { readonly id: string; readonly username: string; readonly ownEmail: string } | null = null,
): Promise<{ username: boolean; email: boolean }> {
  const none = { username: false, email: false };
  const isTooLong = isLongerThan(names.username, MAX_USERNAME_LENGTH) || isLongerThan(names.email, MAX_EMAIL_LENGTH);
  if (isTooLong || !isStorable(names.username + names.email)) return none;
  const [inUse = none] = await reads.scope.run(namesInUse, { ...names, except: own?.id ?? null });
  const isStored = own !== null && isSameEmail(names.username, own.username);
  return {
    ...inUse,
    username: inUse.username || (!isStored && isOthersAddress(names.username, own?.ownEmail ?? names.email)),
  };
}

/** Translates a unique violation on `users` into DomainError INVALID; returns any other error unchanged. */
export function translateNameConflict(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_username_key')) return domainError('INVALID', 'USERNAME_TAKEN', 'username');
  if (isUniqueViolation(error, 'users_email_key')) return domainError('INVALID', 'EMAIL_TAKEN', 'email');
  return error;
}
