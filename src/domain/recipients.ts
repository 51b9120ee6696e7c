import type { EntityManager } from '@mikro-orm/postgresql';
import { EventHost } from '../entities/event-host.entity.js';
import { TalkSpeaker } from '../entities/talk-speaker.entity.js';
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

/** The speakers who have claimed the talk, except one account. */
export async function speakerAddresses(em: EntityManager, talkId: string, except: string): Promise<string[]> {
  const others = { isActive: true, id: { $ne: except } };
  const speakers = await em.find(TalkSpeaker, { talk: talkId, user: others }, { populate: ['user'] });
  return speakers.flatMap(({ user }) => (user ? [user.email] : []));
}
