import type { EntityManager } from '@mikro-orm/postgresql';
import { EventHost } from '../entities/event-host.entity.js';
import { User } from '../entities/user.entity.js';

/** Who is told of something by mail: the addresses of active accounts. */

export async function hostAddresses(em: EntityManager, eventId: string): Promise<string[]> {
  const hosts = await em.find(EventHost, { event: eventId, user: { isActive: true } }, { populate: ['user'] });
  return hosts.map(({ user }) => user.email);
}

/** The site administrators. */
export async function administratorAddresses(em: EntityManager): Promise<string[]> {
  const users = await em.find(User, { isAdmin: true, isActive: true }, { fields: ['email'] });
  return users.map(({ email }) => email);
}
