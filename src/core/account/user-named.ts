import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Context } from '../context.js';
import { User } from '../../database/entities/user.entity.js';
import { domainError } from '../errors.js';
import { statement } from '../../database/sql/statement.js';
import { isStorable } from '../../database/storable.js';

const userNamed = statement<{ username: string }, { id: string }>(
  'active user by username',
  ($) => sql<{ id: string }>`select id from users where lower(username) = lower(${$.username}) and is_active`,
);

/**
 * Returns the ID of the active account with a username, case-insensitively.
 *
 * @throws DomainError NOT_FOUND
 */
export async function userIdNamed({ reads }: Pick<Context, 'reads'>, username: string): Promise<string> {
  const [user] = isStorable(username) ? await reads.scope.run(userNamed, { username: username.trim() }) : [];
  if (!user) throw domainError('NOT_FOUND', 'USER_UNKNOWN', 'username');
  return user.id;
}

const isNamed = (username: string) => ({ [raw('lower(username) = lower(?)', [username.trim()])]: [] });

/** Finds the active account with a username, case-insensitively, within a transaction; null if there is none. */
export async function findUserNamed(em: EntityManager, username: string) {
  return isStorable(username) ? em.findOne(User, { ...isNamed(username), isActive: true }) : null;
}

/** As `findUserNamed`, but includes disabled accounts. */
export async function findAccountNamed(em: EntityManager, username: string) {
  return isStorable(username) ? em.findOne(User, isNamed(username)) : null;
}
