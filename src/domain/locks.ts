import type { EntityManager } from '@mikro-orm/postgresql';
import { fail } from '../errors.js';

/**
 * Rows that a transaction keeps for itself until it ends. Users before events, events before their talks: whoever locks
 * both the other way round waits for those who do it this way, and they for him. Others may refer to them meanwhile: who
 * comments on a talk does not wait for its host.
 */

/**
 * For rules that count what one user does.
 *
 * @throws DomainError NOT_FOUND when the account has been deleted meanwhile
 */
export async function lockUser(em: EntityManager, id: string): Promise<void> {
  const users = await em.execute('select id from users where id = ? for no key update', [id]);
  if (users.length === 0) throw fail('NOT_FOUND', 'USER_UNKNOWN');
}

/** @throws DomainError NOT_FOUND when the event has been deleted meanwhile */
export async function lockEvent(em: EntityManager, id: string): Promise<void> {
  const events = await em.execute('select id from events where id = ? for no key update', [id]);
  if (events.length === 0) throw fail('NOT_FOUND', 'EVENT_UNKNOWN');
}

/**
 * The talk as it is now.
 *
 * @throws DomainError NOT_FOUND when the talk has been deleted meanwhile
 */
export async function lockTalk(em: EntityManager, id: string): Promise<{ readonly title: string }> {
  const [talk] = await em.execute<{ title: string }[]>('select title from talks where id = ? for no key update', [id]);
  if (!talk) throw fail('NOT_FOUND', 'TALK_UNKNOWN');
  return talk;
}
