import type { EntityManager } from '@mikro-orm/postgresql';
import { randomBytes } from 'node:crypto';
import { Talk } from '../../entities/talk.entity.js';
import { isTaken } from '../../reads/database-errors.js';
import { talkSlugCandidates } from '../slug.js';

/** The names by which addresses know a talk (contract §4.1 and §4.2), and its number, of which a slug may be made. */

const STUB_DIGITS = 5;
/** For when five are not enough any more: of so many digits some are always free. */
const LONG_STUB_DIGITS = 10;
/** Of so many at random one is free until nearly all of them are taken. */
const STUBS_AT_ONCE = 50;
const ATTEMPTS = 5;

/** The number of a talk that is about to be made. */
export async function nextTalkId(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ id: string }[]>("select nextval(pg_get_serial_sequence('talks', 'id')) as id");
  return String(row?.id);
}

const randomStub = (digits: number): string => randomBytes(digits).toString('hex').slice(-digits);

/** Stubs that a talk may have already, without end: of five hexadecimal digits (contract §4.2), and then of more. */
export function* stubCandidates(): Generator<string, never> {
  for (let index = 0; index < STUBS_AT_ONCE; index += 1) yield randomStub(STUB_DIGITS);
  for (;;) yield randomStub(LONG_STUB_DIGITS);
}

/** The first of these that no talk has; a long one where talks have them all. */
export async function freeStub(
  em: EntityManager,
  stubs: readonly string[] = Array.from({ length: STUBS_AT_ONCE }, () => randomStub(STUB_DIGITS)),
): Promise<string> {
  const talks = await em.find(Talk, { stub: { $in: [...stubs] } }, { fields: ['stub'] });
  const taken = new Set(talks.map(({ stub }) => stub));
  return stubs.find((stub) => !taken.has(stub)) ?? randomStub(LONG_STUB_DIGITS);
}

/** The first slug that no other talk of the event has. */
export async function freeSlug(em: EntityManager, eventId: string, title: string, talkId: string): Promise<string> {
  const candidates = talkSlugCandidates(title, talkId);
  for (;;) {
    const slug = candidates.next().value;
    if ((await em.count(Talk, { event: eventId, slug, id: { $ne: talkId } })) === 0) return slug;
  }
}

/** Does a write that gives a talk names, and does it again when somebody else took one of them meanwhile. */
export async function withFreeNames<Value>(write: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      const taken = isTaken(error, 'talks_stub_key') || isTaken(error, 'talks_event_id_slug_key');
      if (!taken || attempt === ATTEMPTS) throw error;
    }
  }
}
