import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { fail } from '../../errors.js';
import { findAccountNamed } from './user-named.js';

/** As many as MD5 has: clients know no other avatar hashes. */
const BYTES = 16;

/**
 * What is stored in place of the MD5 of the address. One that is random stays what it is until it is taken back: whoever
 * saves their settings again keeps their picture.
 *
 * @param stored what is stored now
 */
export function randomAvatarHash(isRandom: boolean, stored: string | null | undefined): string | null {
  return isRandom ? (stored ?? randomBytes(BYTES).toString('hex')) : null;
}

/**
 * The same for an account that an operator names, be it disabled.
 *
 * @param username in any case
 * @throws DomainError NOT_FOUND
 */
export function setAvatarHash(em: EntityManager, username: string, isRandom: boolean): Promise<void> {
  return em.fork().transactional(async (fork) => {
    const user = await findAccountNamed(fork, username);
    if (!user) throw fail('NOT_FOUND', 'USER_UNKNOWN');
    user.randomAvatarHash = randomAvatarHash(isRandom, user.randomAvatarHash);
  });
}
