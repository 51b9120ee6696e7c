import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { Event } from '../entities/event.entity.js';
import { Talk } from '../entities/talk.entity.js';
import { fail } from '../errors.js';

/**
 * Rows that a transaction keeps for itself until it ends. Users before events, events before their talks: whoever locks
 * both the other way round waits for those who do it this way, and they for him.
 */

const UPDATE = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/**
 * For rules that count what one user does. Others may refer to the user meanwhile: a host who names him as a speaker holds
 * the event, for which this transaction may wait.
 *
 * @throws DomainError NOT_FOUND when the account has been deleted meanwhile
 */
export async function lockUser(em: EntityManager, id: string): Promise<void> {
  const users = await em.execute('select id from users where id = ? for no key update', [id]);
  if (users.length === 0) throw fail('NOT_FOUND', 'USER_UNKNOWN');
}

/** @throws DomainError NOT_FOUND when the event has been deleted meanwhile */
export async function lockEvent(em: EntityManager, id: string): Promise<void> {
  const event = await em.findOne(Event, { id }, { ...UPDATE, fields: ['id'] });
  if (!event) throw fail('NOT_FOUND', 'EVENT_UNKNOWN');
}

/**
 * The talk as it is now.
 *
 * @throws DomainError NOT_FOUND when the talk has been deleted meanwhile
 */
export async function lockTalk(em: EntityManager, id: string): Promise<{ readonly title: string }> {
  const talk = await em.findOne(Talk, { id }, { ...UPDATE, fields: ['id', 'title'] });
  if (!talk) throw fail('NOT_FOUND', 'TALK_UNKNOWN');
  return talk;
}
