import type { EntityManager, InferEntity, RequiredEntityData } from '@mikro-orm/postgresql';
import { DateTime } from 'luxon';
import { randomBytes } from 'node:crypto';
import { Event } from '../../entities/event.entity.js';
import { eventSlugCandidates, slugOf } from '../slug.js';

type NewEvent = Omit<RequiredEntityData<InferEntity<typeof Event>>, 'slug' | 'name' | 'startsAt' | 'timeZone'> &
  Pick<InferEntity<typeof Event>, 'name' | 'startsAt' | 'timeZone'>;

/**
 * Adds an event under the first slug that no other has, for good (contract §4.1). Where another transaction is about to
 * take the same slug, this waits for its end, and goes on to the next one.
 *
 * @returns the id, and the slug
 */
export async function insertEvent(em: EntityManager, event: NewEvent): Promise<{ id: string; slug: string }> {
  for (const slug of candidates(event)) {
    const insertion = em
      .createQueryBuilder(Event)
      .insert({ ...event, slug })
      .onConflict('slug')
      .ignore()
      .returning('id');
    const [row] = await insertion.execute('all');
    if (row) return { id: String(row.id), slug };
  }
  throw new Error('There is no end of slugs');
}

function* candidates({ name, startsAt, timeZone }: NewEvent): Generator<string> {
  yield* eventSlugCandidates(name, DateTime.fromJSDate(startsAt, { zone: timeZone }));
  // More than a hundred events of one name on one day.
  while (true) yield `${slugOf(name)}-${randomBytes(4).toString('hex')}`;
}
