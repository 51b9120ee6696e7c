import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { User } from '../../database/entities/user.entity.js';
import { domainError } from '../errors.js';

/**
 * Locks an account before it is deleted or loses rights, so that nothing is added to it concurrently. Also locks the
 * active administrators, so that two of them cannot remove each other concurrently.
 *
 * @throws DomainError NOT_FOUND; FORBIDDEN with LAST_ADMIN_STAYS if no other site administrator is active
 */
export async function lockAccount(em: EntityManager, id: string): Promise<void> {
  const admins = { isAdmin: true, isActive: true };
  const locked = await em.find(
    User,
    { $or: [{ id }, admins] },
    { fields: ['isAdmin'], orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const account = locked.find((user) => user.id === id);
  if (!account) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
  const others = locked.filter((user) => user.id !== id);
  if (account.isAdmin && others.length === 0) throw domainError('FORBIDDEN', 'LAST_ADMIN_STAYS');
}
