import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { domainError } from '../errors.js';
import { findAccountNamed } from './user-named.js';

/** The length of an MD5 digest, the only form of avatar hash that clients support. */
const BYTES = 16;

/**
 * Returns the hash to store in place of the MD5 of the address, or null. An existing random hash is retained, so that
 * saving the settings again does not change the avatar.
 *
 * @param stored the current random hash
 */
export function randomAvatarHash(isRandom: boolean, stored: string | null | undefined): string | null {
  return isRandom ? (stored ?? randomBytes(BYTES).toString('hex')) : null;
}

/**
 * Sets or clears the random hash of an account named by an operator, including a disabled one.
 *
 * @param username case-insensitive
 * @throws DomainError NOT_FOUND
 */
export function setAvatarHash(em: EntityManager, username: string, isRandom: boolean): Promise<void> {
  return em.fork().transactional(async (fork) => {
    const user = await findAccountNamed(fork, username);
    if (!user) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
    user.randomAvatarHash = randomAvatarHash(isRandom, user.randomAvatarHash);
  });
}
