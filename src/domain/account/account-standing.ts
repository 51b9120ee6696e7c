import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { AccessToken } from '../../entities/access-token.entity.js';
import { AccountToken } from '../../entities/account-token.entity.js';
import { User } from '../../entities/user.entity.js';
import { fail } from '../../errors.js';
import { isStorable } from '../validation.js';
import { lockAccount } from './lock-account.js';

/** What an operator makes of an account. */
interface Standing {
  /** Of which accounts. */
  readonly isActive: boolean;
  readonly change: { readonly isAdmin: boolean } | { readonly isActive: boolean };
  /** The last site administrator stays. */
  readonly takesAway?: true;
  /** Whoever holds a token of the account, or a link that was mailed to it, has nothing any more. */
  readonly endsTokens?: true;
}

const standings = {
  promote: { isActive: true, change: { isAdmin: true } },
  demote: { isActive: true, change: { isAdmin: false }, takesAway: true },
  disable: { isActive: true, change: { isActive: false }, takesAway: true, endsTokens: true },
  enable: { isActive: false, change: { isActive: true } },
} as const satisfies Record<string, Standing>;

export type StandingChange = keyof typeof standings;

/**
 * Makes an account a site administrator or takes that back, closes it or opens it again. A closed account is not shown,
 * and nobody logs in to it; what it has said stays, and its names in use too.
 *
 * @param username in any case
 * @throws DomainError NOT_FOUND when there is no such account, or no such closed one; FORBIDDEN with LAST_ADMIN_STAYS
 */
export function changeStanding(em: EntityManager, username: string, how: StandingChange): Promise<void> {
  const { isActive, change, takesAway, endsTokens }: Standing = standings[how];
  return em.fork().transactional(async (fork) => {
    const named = { [raw('lower(username) = lower(?)', [username.trim()])]: [], isActive };
    const user = isStorable(username) ? await fork.findOne(User, named, { fields: ['id'] }) : null;
    if (!user) throw fail('NOT_FOUND', 'USER_UNKNOWN');
    if (takesAway) await lockAccount(fork, user.id);
    await fork.nativeUpdate(User, { id: user.id }, change);
    if (!endsTokens) return;
    await fork.nativeDelete(AccessToken, { user: user.id });
    await fork.nativeDelete(AccountToken, { user: user.id });
  });
}
