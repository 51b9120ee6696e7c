import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { AccountToken, EmailChange, User } from '../../database/entities/user.entity.js';
import { revokeAccess } from '../common/revoke-access.js';
import { domainError } from '../errors.js';
import {
  isOthersAddress,
  validEmail,
  validFullName,
  validPassword,
  validUsername,
  translateNameConflict,
} from './account-fields.js';
import { reserveUsername } from './username.js';
import { findUserNamed } from './user-named.js';
import { inTransaction } from '../transaction/transactions.js';
import { Validation } from '../common/validation.js';

/** An account to be created by an operator. */
export interface OperatorAccount {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
  readonly isAdmin: boolean;
  readonly isTrusted: boolean;
}

/**
 * Creates an account that can log in at once, because an operator vouches for its address. The only way to create the
 * first site administrator.
 *
 * @returns the username as stored
 * @throws DomainError INVALID
 */
export async function createAccount(
  em: EntityManager,
  passwords: Context['services']['passwords'],
  input: OperatorAccount,
): Promise<string> {
  const { isAdmin, isTrusted } = input;
  const validation = new Validation();
  const names = {
    username: validUsername(validation, input.username),
    fullName: validFullName(validation, input.fullName),
    email: validEmail(validation, input.email),
  };
  if (isOthersAddress(names.username, names.email)) validation.add('USERNAME_TAKEN', 'username');
  const password = validPassword(validation, passwords, input.password);
  validation.throwIfInvalid();
  const passwordHash = await passwords.hashPassword(password);
  await inTransaction(em, async (fork) => {
    await reserveUsername(fork, names.username, null);
    fork.create(User, { ...names, passwordHash, isAdmin, isTrusted, isVerified: true });
    await fork.flush();
  }).catch((error: unknown) => {
    throw translateNameConflict(error);
  });
  return names.username;
}

/**
 * Sets a new password without the old one: an operator vouches that the owner requested it. Revokes all access tokens
 * and password-reset links, and cancels a pending e-mail change, which the former password may have authorised.
 *
 * @param username case-insensitive
 * @throws DomainError NOT_FOUND, INVALID
 */
export async function setPassword(
  em: EntityManager,
  passwords: Context['services']['passwords'],
  username: string,
  password: string,
): Promise<void> {
  const validation = new Validation();
  validPassword(validation, passwords, password);
  validation.throwIfInvalid();
  const passwordHash = await passwords.hashPassword(password);
  await inTransaction(em, async (fork) => {
    const user = await findUserNamed(fork, username);
    if (!user) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
    await fork.nativeUpdate(User, { id: user.id }, { passwordHash });
    await fork.nativeDelete(AccountToken, { user: user.id, purpose: 'reset_password' });
    await revokeAccess(fork, user.id);
    await fork.nativeDelete(EmailChange, { user: user.id });
  });
}
