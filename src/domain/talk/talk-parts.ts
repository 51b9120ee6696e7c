import type { EntityManager } from '@mikro-orm/postgresql';
import { TalkLink } from '../../entities/talk-link.entity.js';
import { TalkSpeaker } from '../../entities/talk-speaker.entity.js';

/** What belongs to a talk and is given along with it: the names of its speakers, and its slides. */

/** A talk and its event, as the columns of everything below a talk. */
export interface Place {
  readonly event: string;
  readonly talk: string;
}

/** Adds names that nobody has claimed yet. */
export async function addSpeakers(em: EntityManager, place: Place, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await em.insertMany(
    TalkSpeaker,
    names.map((displayName) => ({ ...place, displayName })),
  );
}

/**
 * Makes `names` the complete list. A speaker stays who is on it, by the name that is shown or the one that was given;
 * the others go, row by row, with their claims (contract §3.4). Lock the talk before.
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
 * Sets the address of the slides, which is the talk's first link of that kind and stands nowhere else; null removes all
 * links of the kind, so that no second one takes its place.
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
