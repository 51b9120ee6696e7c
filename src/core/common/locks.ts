import type { EntityManager } from '@mikro-orm/postgresql';
import { domainError } from '../errors.js';

/**
 * Row locks, held until the transaction ends. Lock users before events, and events before their talks: the reverse
 * order can deadlock. Foreign keys can still reference the locked rows (`for no key update`), so a comment on a talk
 * does not wait for its host.
 */

/**
 * Serializes rules that count one user's records.
 *
 * @throws DomainError NOT_FOUND if the account has been deleted concurrently
 */
export async function lockUser(em: EntityManager, id: string): Promise<void> {
  const users = await em.execute('select id from users where id = ? for no key update', [id]);
  if (users.length === 0) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
}

/**
 * Locks an event and returns its current time zone.
 *
 * @throws DomainError NOT_FOUND if the event has been deleted concurrently
 */
export async function lockEvent(em: EntityManager, id: string): Promise<{ readonly timeZone: string }> {
  const [event] = await em.execute<{ timeZone: string }[]>(
    'select time_zone as "timeZone" from events where id = ? for no key update',
    [id],
  );
  if (!event) throw domainError('NOT_FOUND', 'EVENT_UNKNOWN');
  return event;
}

/**
 * Locks a talk and returns its current title.
 *
 * @throws DomainError NOT_FOUND if the talk has been deleted concurrently
 */
export async function lockTalk(em: EntityManager, id: string): Promise<{ readonly title: string }> {
  const [talk] = await em.execute<{ title: string }[]>('select title from talks where id = ? for no key update', [id]);
  if (!talk) throw domainError('NOT_FOUND', 'TALK_UNKNOWN');
  return talk;
}
