import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.js';
import { User } from '../../entities/user.entity.js';
import { validEmail, validFullName, validPassword, validUsername } from './account-fields.js';
import { takenName } from './account-names.js';
import { Validation } from '../validation.js';

/** An account as an operator makes it. */
export interface OperatorAccount {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
  readonly isAdmin: boolean;
  readonly isTrusted: boolean;
}

/**
 * Makes an account that may log in at once: an operator vouches for its address. The only way to a first site
 * administrator.
 *
 * @returns the username as it is stored
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
  const password = validPassword(validation, passwords, input.password);
  validation.done();
  const passwordHash = await passwords.hashPassword(password);
  em.create(User, { ...names, passwordHash, isAdmin, isTrusted, isVerified: true });
  await em.flush().catch((error: unknown) => {
    throw takenName(error);
  });
  return names.username;
}
