import type { EntityManager } from '@mikro-orm/postgresql';
import { TalkLink } from '../../database/entities/talk-link.entity.js';
import { TalkSpeaker } from '../../database/entities/talk-speaker.entity.js';

/** Records that are submitted with a talk: the names of its speakers, and its slides. */

/** Foreign keys of every record that belongs to a talk. */
export interface Place {
  readonly event: string;
  readonly talk: string;
}

/** Adds speaker names that are not linked to an account. */
export async function addSpeakers(em: EntityManager, place: Place, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await em.insertMany(
    TalkSpeaker,
    names.map((displayName) => ({ ...place, displayName })),
  );
}

/**
 * Makes `names` the complete list. A speaker whose displayed or stored name is listed remains; the others are deleted
 * with their claims (contract §3.4). Lock the talk first.
 */
export async function replaceSpeakers(em: EntityManager, place: Place, names: readonly string[]): Promise<void> {
  const wanted = new Set(names);
  const missing = new Set(names);
  const gone: string[] = [];
  const rows = await em.find(TalkSpeaker, { talk: place.talk }, { populate: ['user'], orderBy: { id: 'asc' } });
  for (const { id, displayName, user } of rows) {
    const name = [...(user?.isActive ? [user.fullName] : []), displayName].find((known) => wanted.has(known));
    if (name === undefined) gone.push(id);
    else missing.delete(name);
  }
  await em.nativeDelete(TalkSpeaker, { id: { $in: gone } });
  await addSpeakers(em, place, [...missing]);
}

/**
 * Sets the URL of the slides, which is stored only in the talk's first link of that kind. Null removes all links of the
 * kind, so that a second one does not take its place.
 */
export async function setSlides(em: EntityManager, place: Place, url: string | null): Promise<void> {
  const slides = { talk: place.talk, kind: 'SLIDES' } as const;
  if (url === null) {
    await em.nativeDelete(TalkLink, slides);
    return;
  }
  const first = await em.findOne(TalkLink, slides, { orderBy: { id: 'asc' } });
  if (first) await em.nativeUpdate(TalkLink, { id: first.id }, { url });
  else await em.insert(TalkLink, { ...place, kind: 'SLIDES', url });
}
