import type { EntityManager } from '@mikro-orm/postgresql';
import { EventHost } from '../../database/entities/event.entity.js';
import { User } from '../../database/entities/user.entity.js';

/** Mail recipients: addresses of active accounts. */

export async function hostAddresses(em: EntityManager, eventId: string): Promise<string[]> {
  const hosts = await em.find(EventHost, { event: eventId, user: { isActive: true } }, { populate: ['user'] });
  return hosts.map(({ user }) => user.email);
}

/** Returns the addresses of the site administrators. */
export async function administratorAddresses(em: EntityManager): Promise<string[]> {
  const users = await em.find(User, { isAdmin: true, isActive: true }, { fields: ['email'] });
  return users.map(({ email }) => email);
}
