import type { EntityManager, InferEntity, RequiredEntityData } from '@mikro-orm/postgresql';
import { DateTime } from 'luxon';
import { randomBytes } from 'node:crypto';
import { Event } from '../../database/entities/event.entity.js';
import { eventSlugCandidates, slugOf } from '../common/slug.js';

type SlugSource = Pick<InferEntity<typeof Event>, 'name' | 'startsAt' | 'timeZone'>;
type NewEvent = Omit<RequiredEntityData<InferEntity<typeof Event>>, 'slug' | keyof SlugSource> & SlugSource;

/**
 * Inserts an event under the first slug that no public event has (contract §4.1).
 *
 * @returns the ID and the slug
 */
export async function insertEvent(em: EntityManager, event: NewEvent): Promise<{ id: string; slug: string }> {
  const slug = await freeEventSlug(em, candidates(event));
  const id = await em.insert(Event, { ...event, slug });
  return { id: String(id), slug };
}

/** Returns the slug of a hidden event that becomes public: its own, unless another public event has taken it. */
export async function publicSlug(em: EntityManager, id: string): Promise<string> {
  const event = await em.findOneOrFail(Event, id, { fields: ['slug', 'name', 'startsAt', 'timeZone'], refresh: true });
  return freeEventSlug(em, candidates(event, [event.slug]));
}

/**
 * Returns the first slug that no public event has. Hidden events do not count: a suffix would disclose their names. The
 * lock makes concurrent transactions that want the same slug wait for each other.
 */
async function freeEventSlug(em: EntityManager, slugs: Iterable<string>): Promise<string> {
  for (const slug of slugs) {
    await em.execute("select pg_advisory_xact_lock(hashtextextended('event slug ' || ?, 0))", [slug]);
    const taken = await em.execute('select from events where slug = ? and is_public', [slug]);
    if (taken.length === 0) return slug;
  }
  throw new Error('Unreachable: slug candidates are infinite');
}

function* candidates({ name, startsAt, timeZone }: SlugSource, preferred: readonly string[] = []): Generator<string> {
  yield* preferred;
  yield* eventSlugCandidates(name, DateTime.fromJSDate(startsAt, { zone: timeZone }));
  // Fallback for more than a hundred events with the same name on the same day.
  while (true) yield `${slugOf(name)}-${randomBytes(4).toString('hex')}`;
}
