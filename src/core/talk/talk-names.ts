import type { EntityManager } from '@mikro-orm/postgresql';
import { Talk } from '../../database/entities/talk.entity.js';
import { isUniqueViolation } from '../../database/sql-state.js';
import { talkSlugCandidates } from '../common/slug.js';
import { longStub, shortStubs } from './stubs.js';

/** Slug and stub, which identify a talk in URLs (contract §4.1 and §4.2), and the ID, which a slug may contain. */

const MAX_ATTEMPTS = 5;

/** Reserves the ID of a new talk. */
export async function nextTalkId(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ id: string }[]>("select nextval(pg_get_serial_sequence('talks', 'id')) as id");
  return String(row?.id);
}

/** Returns the first of these stubs that no talk has; a long one if all are taken. */
export async function freeStub(em: EntityManager, stubs: readonly string[] = shortStubs()): Promise<string> {
  const talks = await em.find(Talk, { stub: { $in: [...stubs] } }, { fields: ['stub'] });
  const taken = new Set(talks.map(({ stub }) => stub));
  return stubs.find((stub) => !taken.has(stub)) ?? longStub();
}

/** Returns the first slug that no other talk of the event has. */
export async function freeTalkSlug(em: EntityManager, eventId: string, title: string, talkId: string): Promise<string> {
  const candidates = talkSlugCandidates(title, talkId);
  for (;;) {
    const slug = candidates.next().value;
    if ((await em.count(Talk, { event: eventId, slug, id: { $ne: talkId } })) === 0) return slug;
  }
}

/** Executes a write that assigns a slug or stub, and retries it if a concurrent write took one of them. */
export async function retryOnNameConflict<Value>(write: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      const taken = isUniqueViolation(error, 'talks_stub_key') || isUniqueViolation(error, 'talks_event_id_slug_key');
      if (!taken || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
